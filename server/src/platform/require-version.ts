import type { RefusalKey } from '@ce/contract'
import { refuse } from './errors.ts'

/**
 * Checks that nobody saved a newer version since the caller read the row; the refusal names who did (decision 052).
 * @throws Refusal with the given key.
 */
export function requireVersion(row: { version: number; updatedBy: string }, version: number, key: RefusalKey): void {
  if (row.version !== version) refuse(key, { by: row.updatedBy })
}
