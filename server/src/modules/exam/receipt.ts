import { hash } from 'node:crypto'
import type { Keys } from '../../platform/keys.ts'
import type { Answers } from './grade.ts'

/**
 * The numbered answer log is a hash chain: first sha256(attempt id), then for each entry
 * sha256(previous ‖ content hash). The receipt is drawn from the last link, so it speaks for every answer and its order.
 */
export function firstHash(attemptId: string): Buffer {
  return hash('sha256', attemptId, 'buffer')
}

/** The link after `previous` for an entry of this content. */
export function nextHash(previous: Buffer, content: Buffer): Buffer {
  return hash('sha256', Buffer.concat([previous, content]), 'buffer')
}

/** What makes two requests of one seq the same: kind, seq and choices, in whatever order they came. */
export function contentHash(kind: 'SAVE' | 'SUBMIT', seq: number, answers: Answers): Buffer {
  const sorted = Object.keys(answers)
    .sort()
    .map((questionId) => [questionId, [...(answers[questionId] ?? [])].sort()])
  return hash('sha256', JSON.stringify([kind, seq, sorted]), 'buffer')
}

export interface LogEntry {
  seq: number
  kind: 'SAVE' | 'SUBMIT'
  answers: Answers
  contentHash: Buffer
  hash: Buffer
}

/** The last link of a log worked out from its answers; null where what is stored says otherwise, or a number is missing. */
export function lastLinkOf(attemptId: string, entries: LogEntry[]): Buffer | null {
  let link = firstHash(attemptId)
  for (const [index, entry] of entries.entries()) {
    const { seq, kind, answers, contentHash: stored } = entry
    const content = contentHash(kind, seq, answers)
    link = nextHash(link, content)
    if (seq !== index + 1 || !content.equals(stored) || !link.equals(entry.hash)) return null
  }
  return link
}

const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 回执编号: 100 bits over attempt and last link, keyed so that nobody can make one; five groups of four (Crockford base32). */
export function receiptOf(keys: Pick<Keys, 'mac'>, attemptId: string, lastHash: Buffer): string {
  return codeOf(keys.mac(receiptUse, signedBy(attemptId, lastHash)))
}

/** Whether it is the receipt of this log: receipts are kept for good, and outlive the key they were made with. */
export function isReceiptOf(
  keys: Pick<Keys, 'allMacs'>,
  attemptId: string,
  lastHash: Buffer,
  receipt: string | null,
): boolean {
  const macs = keys.allMacs(receiptUse, signedBy(attemptId, lastHash))
  return macs.some((mac) => codeOf(mac) === receipt)
}

const receiptUse = 'exam-receipt'

function signedBy(attemptId: string, lastHash: Buffer): string {
  return `${attemptId}:${lastHash.toString('hex')}`
}

function codeOf(mac: string): string {
  const bits = BigInt(`0x${mac.slice(0, 25)}`)
  const code = Array.from(
    { length: 20 },
    (_, at) => base32[Number((bits >> BigInt(95 - at * 5)) & 31n)],
  )
  return (code.join('').match(/.{4}/g) ?? []).join('-')
}
