import { createHash } from 'node:crypto'

/** The chain of sealed months belongs to no student. */
export const sealedChainId = '00000000-0000-0000-0000-000000000000'

/** What comes before the first month. */
export function sealedChainStart(): Buffer {
  return createHash('sha256').update(sealedChainId).digest()
}

interface PartToHash {
  no: number
  rows: number
  firstNo: number
  lastNo: number
  lastSeq: number
  sha256: Buffer
}

/** Covers the files of a month and which rows each of them holds (docs/ledger.md). */
export function sealedContentHash(parts: readonly PartToHash[]): Buffer {
  const hash = createHash('sha256')
  for (const { no, rows, firstNo, lastNo, lastSeq, sha256 } of parts)
    hash.update(`${no}|${rows}|${firstNo}|${lastNo}|${lastSeq}|${sha256.toString('hex')}\n`)
  return hash.digest()
}

interface MonthToHash {
  no: number
  table: string
  month: number
  rows: number
  contentHash: Buffer
  prevHash: Buffer
}

export function sealedMonthHash({ no, table, month, rows, contentHash, prevHash }: MonthToHash): Buffer {
  const fields = [no, table, month, rows, contentHash.toString('hex'), prevHash.toString('hex')]
  return createHash('sha256').update(fields.join('\u001f')).digest()
}
