import { createHash } from 'node:crypto'
import { invalidProofTexts, yearNameTexts } from '@ce/contract/trial-text'
import { type MissingGlyphs, waitingForFontText } from '@ce/contract/waiting-text'
import type { NewMessage } from '../../message/service.ts'

interface Told {
  studentId: string
  year: number
  number: string
}

/** @param before the number of the replaced proof */
export function proofIssuedMessage(
  told: Told & { snapshot: { trial: boolean } },
  before: string | null = null,
): NewMessage {
  const { studentId, year, number } = told
  const { trial } = told.snapshot
  const { tag, proof: mark } = invalidProofTexts(told)
  const words = yearNameTexts({ year, trial }, tag)
  return {
    studentId,
    kind: 'PROOF',
    event: `proof.issued:${number}`,
    title: `${words.year}${words.proof}已生成`,
    body: `您的${words.hours}已达到 ${words.year}的要求，${words.proof}（证明编号 ${number}）可以查看和打印了。${before ? `它取代已撤销的证明 ${before}。` : ''}${trial ? `${mark}。` : ''}`,
    link: '/system/grant',
  }
}

/** The message is sent only once for the same missing characters. */
export function proofWaitingMessage(
  told: Pick<Told, 'studentId' | 'year'> & { trial: boolean; missing: MissingGlyphs[] },
): NewMessage {
  const { studentId, year, missing } = told
  const words = yearNameTexts(told)
  const letters = missing.map(({ letters }) => letters).join('')
  return {
    studentId,
    kind: 'PROOF',
    event: `proof.waiting:${year}:${letters}`.slice(0, 200),
    title: `${words.year}${words.proof}等待补充字体`,
    body: waitingForFontText(missing),
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
 * Creates one message per year. The event key contains the time, so hours that are recorded again get a new message.
 */
export function recordsEnteredMessages(records: readonly Recorded[], at: Date): NewMessage[] {
  const years = Map.groupBy(records, ({ studentId, year }) => `${studentId} ${year}`)
  return [...years.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const { studentId, year, title, reference } = first
    const words = yearNameTexts(first)
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

/** @param hours in tenths */
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
    body: `${yearNameTexts(entry).year}“${title}”的 ${hours / 10} 公需学时已冲销，不再计入。原因：${reason}`,
    link: '/system/grant',
  }
}

export function proofRevokedMessage(told: Told & { trial: boolean }, reason: string): NewMessage {
  const { studentId, number } = told
  const words = yearNameTexts(told, invalidProofTexts(told).tag)
  return {
    studentId,
    kind: 'PROOF',
    event: `proof.revoked:${number}`,
    title: `${words.year}${words.proof}已撤销`,
    body: `证明编号 ${number} 的${words.proof}已撤销，不再有效。原因：${reason.slice(0, 300)}`,
    link: '/system/grant',
  }
}
