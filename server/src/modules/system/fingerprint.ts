import { createHash } from 'node:crypto'
import type { PageError } from './store/client-errors.ts'

type Known = Pick<PageError, 'app' | 'message' | 'source' | 'line'>

/** `/assets/main-D3kf9s_1.js` of every build is the same file */
const buildHash = /-[\w-]{8}(?=\.\w+$)/

/** Tells faults apart: the same message at the same place of one front end is the same fault, whatever figures it quotes. */
export function fingerprintOf({ app, message, source, line }: Known): string {
  const parts = [app, message.replaceAll(/\d+/g, '0'), source.replace(buildHash, ''), line]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
