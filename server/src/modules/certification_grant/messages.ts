import { createHash } from 'node:crypto'
import { nothingWords, yearWords } from '@ce/contract/trial-words'
import { type MissingLetters, waitingWords } from '@ce/contract/waiting-words'
import type { NewMessage } from '../message/service.ts'

interface Told {
  studentId: string
  year: number
  number: string
}

/** What a student is told when a year's proof is there. @param before the number of the one whose place it takes */
export function issuedMessage(
  told: Told & { snapshot: { trial: boolean } },
  before: string | null = null,
): NewMessage {
  const { studentId, year, number } = told
  const { trial } = told.snapshot
  const { tag, proof: mark } = nothingWords(told)
  const words = yearWords({ year, trial }, tag)
  return {
    studentId,
    kind: 'PROOF',
    event: `proof.issued:${number}`,
    title: `${words.year}${words.proof}已生成`,
    body: `您的${words.hours}已达到 ${words.year}的要求，${words.proof}（证明编号 ${number}）可以查看和打印了。${before ? `它取代已撤销的证明 ${before}。` : ''}${trial ? `${mark}。` : ''}`,
    link: '/system/grant',
  }
}

/** What a student is told when a year is complete and its proof has a letter that no font draws: once for the same letters. */
export function waitingMessage(
  told: Pick<Told, 'studentId' | 'year'> & { trial: boolean; missing: MissingLetters[] },
): NewMessage {
  const { studentId, year, missing } = told
  const words = yearWords(told)
  const letters = missing.map(({ letters }) => letters).join('')
  return {
    studentId,
    kind: 'PROOF',
    event: `proof.waiting:${year}:${letters}`.slice(0, 200),
    title: `${words.year}${words.proof}等待补充字体`,
    body: waitingWords(missing),
    link: '/system/grant',
  }
}

interface Recorded {
  studentId: string
  year: number
  trial: boolean
  tenths: number
  title: string
  reference: string
}

/**
 * What students are told when public hours are entered for them: of each year at once, for a file has many records of one person. Entered anew
 * after a reversal, the same records are told again: the moment is part of the event.
 */
export function recordedMessages(records: readonly Recorded[], at: Date): NewMessage[] {
  const years = Map.groupBy(records, ({ studentId, year }) => `${studentId} ${year}`)
  return [...years.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { studentId, year, title, reference } = first
    const words = yearWords(first)
    const hours = all.reduce((sum, { tenths }) => sum + tenths, 0) / 10
    const what = all.length > 1 ? ` ${all.length} 项公需学时` : `“${title}”的公需学时`
    const name = createHash('sha256').update(`${reference} ${at.toISOString()}`).digest('hex')
    return {
      studentId,
      kind: 'REVIEW' as const,
      event: `record.entered:${year}:${name}`,
      title: '公需学时已录入',
      body: `${words.year}${what}已录入，共 ${hours} ${words.hours}，请在学时明细中核对。如有不符，请联系客服。`,
      link: '/system/grant',
    }
  })
}

/** What a student is told when hours that were entered for them are taken back. @param hours tenths */
export function recordReversedMessage(
  entry: Pick<Recorded, 'studentId' | 'year' | 'trial' | 'title'> & { seq: number; hours: number },
  reason: string,
): NewMessage {
  const { studentId, seq, title, hours } = entry
  return {
    studentId,
    kind: 'REVIEW',
    event: `record.reversed:${studentId}:${seq}`,
    title: '录入的公需学时已冲销',
    body: `${yearWords(entry).year}“${title}”的 ${hours / 10} 公需学时已冲销，不再计入。原因：${reason}`,
    link: '/system/grant',
  }
}

/** What a student is told when a proof is void. */
export function revokedMessage(told: Told & { trial: boolean }, reason: string): NewMessage {
  const { studentId, number } = told
  const words = yearWords(told, nothingWords(told).tag)
  return {
    studentId,
    kind: 'PROOF',
    event: `proof.revoked:${number}`,
    title: `${words.year}${words.proof}已撤销`,
    body: `证明编号 ${number} 的${words.proof}已撤销，不再有效。原因：${reason.slice(0, 300)}`,
    link: '/system/grant',
  }
}
