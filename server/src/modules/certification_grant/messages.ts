import { createHash } from 'node:crypto'
import { nothingWords } from '@ce/contract/trial-words'
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
  const mark = told.snapshot.trial ? `${nothingWords(told).proof}。` : ''
  return {
    studentId,
    kind: 'PROOF',
    event: `proof.issued:${number}`,
    title: `${year} 年度学时证明已生成`,
    body: `您的学时已达到 ${year} 年度的要求，学时证明（证明编号 ${number}）可以查看和打印了。${before ? `它取代已撤销的证明 ${before}。` : ''}${mark}`,
    link: '/system/grant',
  }
}

/** What a student is told when a year is complete and its proof has a letter that no font draws: once for the same letters. */
export function waitingMessage(
  told: Pick<Told, 'studentId' | 'year'> & { missing: MissingLetters[] },
): NewMessage {
  const { studentId, year, missing } = told
  const letters = missing.map(({ letters }) => letters).join('')
  return {
    studentId,
    kind: 'PROOF',
    event: `proof.waiting:${year}:${letters}`.slice(0, 200),
    title: `${year} 年度学时证明等待补充字体`,
    body: waitingWords(missing),
    link: '/system/grant',
  }
}

interface Recorded {
  studentId: string
  year: number
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
    const hours = all.reduce((sum, { tenths }) => sum + tenths, 0) / 10
    const what = all.length > 1 ? ` ${all.length} 项公需学时` : `“${title}”的公需学时`
    const name = createHash('sha256').update(`${reference} ${at.toISOString()}`).digest('hex')
    return {
      studentId,
      kind: 'REVIEW' as const,
      event: `record.entered:${year}:${name}`,
      title: '公需学时已录入',
      body: `${year} 年度${what}已录入，共 ${hours} 学时，请在学时明细中核对。如有不符，请联系客服。`,
      link: '/system/grant',
    }
  })
}

/** What a student is told when hours that were entered for them are taken back. @param hours tenths */
export function recordReversedMessage(
  entry: { studentId: string; seq: number; year: number; title: string; hours: number },
  reason: string,
): NewMessage {
  const { studentId, seq, year, title, hours } = entry
  return {
    studentId,
    kind: 'REVIEW',
    event: `record.reversed:${studentId}:${seq}`,
    title: '录入的公需学时已冲销',
    body: `${year} 年度“${title}”的 ${hours / 10} 公需学时已冲销，不再计入。原因：${reason}`,
    link: '/system/grant',
  }
}

/** What a student is told when a proof is void. */
export function revokedMessage({ studentId, year, number }: Told, reason: string): NewMessage {
  return {
    studentId,
    kind: 'PROOF',
    event: `proof.revoked:${number}`,
    title: `${year} 年度学时证明已撤销`,
    body: `证明编号 ${number} 的学时证明已撤销，不再有效。原因：${reason.slice(0, 300)}`,
    link: '/system/grant',
  }
}
