import { createHash } from 'node:crypto'
import type { StoredPageError } from './store/browser-reports.ts'

type Known = Pick<StoredPageError, 'app' | 'message' | 'source' | 'line'>

/** Matches the build hash, as in `/assets/main-D3kf9s_1.js`. */
const buildHash = /-[\w-]{8}(?=\.\w+$)/

/** The same message at the same place of a front end is the same fault, even if its numbers differ. */
export function pageErrorFingerprintOf({ app, message, source, line }: Known): string {
  const parts = [app, message.replaceAll(/\d+/g, '0'), source.replace(buildHash, ''), line]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
