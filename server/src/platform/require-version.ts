import type { RefusalKey } from '@ce/contract'
import { refuse } from './errors.ts'

/** Whoever saves over a row that is newer than what they read is told whose it is (decision 052). @throws Refusal, the key given */
export function requireVersion(
  row: { version: number; updatedBy: string },
  version: number,
  key: RefusalKey,
): void {
  if (row.version !== version) refuse(key, { by: row.updatedBy })
}
