import { trialWords } from '@ce/contract/trial-words'
import { type MissingLetters, waitingWords } from '@ce/contract/waiting-words'
import type { NewMessage } from '../message/service.ts'

interface Told {
  studentId: string
  year: number
  number: string
}

/** What a student is told when a year's proof is there. */
export function issuedMessage(told: Told & { snapshot: { trial: boolean } }): NewMessage {
  const { studentId, year, number } = told
  const mark = told.snapshot.trial ? `${trialWords.proof}。` : ''
  return {
    studentId,
    kind: 'PROOF',
    event: `proof.issued:${number}`,
    title: `${year} 年度学时证明已生成`,
    body: `您的学时已达到 ${year} 年度的要求，学时证明（证明编号 ${number}）可以查看和打印了。${mark}`,
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
