import type { ClientOutput } from './call.ts'
import { canHash, sha256Of, toHex } from './sha256.ts'

export type LedgerInclusionPath = ClientOutput<'GET /certification_grant/v1/ledger_path'>

/**
 * Result of comparing the computed daily root with the given one. CANNOT: the page has no HTTPS, so the browser offers
 * no SHA-256.
 */
export type InclusionResult = 'SAME' | 'DIFFERENT' | 'CANNOT'

/**
 * Recomputes the hash chain of a student's ledger entries and the path from its leaf to the daily root, and compares
 * the root (docs/ledger.md).
 */
export async function checkInclusion({ leaf, path, entries, seal }: LedgerInclusionPath): Promise<InclusionResult> {
  if (!canHash) return 'CANNOT'
  const { studentId, seq, head } = leaf
  let link = toHex(await sha256Of(utf8(studentId)))
  for (const [index, { text }] of entries.entries()) {
    const fields = text.split('\u001f')
    const [owner, number] = fields
    if (owner !== studentId || Number(number) !== index + 1 || fields.at(-1) !== link) return 'DIFFERENT'
    link = toHex(await sha256Of(utf8(text)))
  }
  if (entries.length !== seq || link !== head) return 'DIFFERENT'
  let node = await sha256Of(utf8(`\0${studentId}|${seq}|${head}`))
  for (const { side, hash } of path) {
    const [left, right] = side === 'LEFT' ? [bytes(hash), node] : [node, bytes(hash)]
    node = await sha256Of(new Uint8Array([1, ...left, ...right]))
  }
  return toHex(node) === seal.root ? 'SAME' : 'DIFFERENT'
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
