import { hash } from 'node:crypto'
import type { Keys } from '../../platform/keys.ts'
import type { AnswersByQuestion } from './grade.ts'

/**
 * A hash chain: sha256(attempt id), then sha256(previous ‖ content hash). The receipt uses the last hash, so it covers
 * every answer.
 */
export function firstLogHash(attemptId: string): Buffer {
  return hash('sha256', attemptId, 'buffer')
}

export function nextLogHash(previous: Buffer, content: Buffer): Buffer {
  return hash('sha256', Buffer.concat([previous, content]), 'buffer')
}

/** Two requests are the same when their kind, seq and choices agree; the order of choices does not matter. */
export function answerContentHash(kind: 'SAVE' | 'SUBMIT', seq: number, answers: AnswersByQuestion): Buffer {
  const sorted = Object.keys(answers)
    .sort()
    .map((questionId) => [questionId, [...(answers[questionId] ?? [])].sort()])
  return hash('sha256', JSON.stringify([kind, seq, sorted]), 'buffer')
}

export interface AnswerLogEntry {
  seq: number
  kind: 'SAVE' | 'SUBMIT'
  answers: AnswersByQuestion
  contentHash: Buffer
  hash: Buffer
}

/** Returns null when a stored hash does not match or a number is missing. */
export function computeLastLogHash(attemptId: string, entries: AnswerLogEntry[]): Buffer | null {
  let link = firstLogHash(attemptId)
  for (const [index, entry] of entries.entries()) {
    const { seq, kind, answers, contentHash: stored } = entry
    const content = answerContentHash(kind, seq, answers)
    link = nextLogHash(link, content)
    if (seq !== index + 1 || !content.equals(stored) || !link.equals(entry.hash)) return null
  }
  return link
}

const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 100 bits of a keyed MAC as five groups of four characters (Crockford base32). */
export function receiptOf(keys: Pick<Keys, 'mac'>, attemptId: string, lastHash: Buffer): string {
  return codeOf(keys.mac(receiptUse, signedBy(attemptId, lastHash)))
}

/** Accepts old keys too, because receipts are kept for good. */
export function isReceiptValid(
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
  const code = Array.from({ length: 20 }, (_, at) => base32[Number((bits >> BigInt(95 - at * 5)) & 31n)])
  return (code.join('').match(/.{4}/g) ?? []).join('-')
}
