import type { AppealRemedy } from '@ce/contract/appeal-remedies'
import { yearNameTexts } from '@ce/contract/trial-text'
import type { SignCourse } from '../learning/sign/service.ts'
import type { NewMessage } from '../message/service.ts'

interface Told {
  attemptId: string
  /** The event key contains this time, because an event can repeat after a restore. */
  restoredAt?: Date | null
  no: number
  course: Pick<SignCourse, 'id' | 'signId' | 'studentId' | 'year' | 'trial' | 'title'>
}

/** The event key allows one message per attempt and event. */
function about({ attemptId, restoredAt, course }: Told, what: string) {
  const { id, signId, studentId } = course
  const again = restoredAt ? `:${restoredAt.toISOString()}` : ''
  const [event, link] = [`exam.${what}:${attemptId}${again}`, `/exam/${signId}/${id}`]
  return { studentId, kind: 'REVIEW', event, link } as const
}

const named = ({ no, course }: Told) => `${yearNameTexts(course).year}“${course.title}”第 ${no} 次考试`

/** The message does not say why the student gets extra time, because it also goes out by e-mail. */
export function extraTimeMessage(studentId: string, percent: number, at: Date): NewMessage {
  const granted = percent > 0
  return {
    studentId,
    kind: 'REVIEW',
    event: `exam.extraTime:${at.toISOString()}`,
    title: granted ? '考试时长已延长' : '考试加时已取消',
    body: granted
      ? `您今后开始的考试，时长一律延长 ${percent}%，考试页面显示的时长已包含在内。已经开始的考试不变。`
      : '您今后开始的考试按规定的时长进行，不再延长。已经开始的考试不变。',
    link: '/system/my-courses',
  }
}

export function attemptExtendedMessage(
  told: Told,
  { id, seconds, reason }: { id: string; seconds: number; reason: string },
): NewMessage {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  const time = rest === 0 ? `${minutes} 分钟` : `${minutes} 分 ${rest} 秒`
  const body = `${named(told)}延长 ${time}，交卷时间以考试页面的倒计时为准。原因：${reason}`
  const event = `exam.extended:${id}`
  return { ...about(told, 'extended'), event, title: '考试时间已延长', body }
}

const lengthWords = (seconds: number) => (seconds < 60 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分钟`)

/** The event key contains the time, because several outages can hit one attempt. */
export function outageTimeCreditedMessage(told: Told, seconds: number, at: Date): NewMessage {
  const body = `${named(told)}进行时平台服务曾中断，已为您补时 ${lengthWords(seconds)}，交卷时间以考试页面的倒计时为准。`
  const event = `exam.timeCredited:${told.attemptId}:${at.toISOString()}`
  return { ...about(told, 'timeCredited'), kind: 'COURSE', event, title: '考试已补时', body }
}

/** Used when the deadline had passed before the outage, so that only the time for offline submissions was extended. */
export function offlineDeadlineExtendedMessage(told: Told, seconds: number, at: Date): NewMessage {
  const body = `${named(told)}结束后平台服务曾中断，断网期间保存在设备上的答案，补交时限已顺延 ${lengthWords(seconds)}。还没有补交的，请尽快用原设备打开考试页面；没有的无需处理。`
  const event = `exam.sealedTimeCredited:${told.attemptId}:${at.toISOString()}`
  return {
    ...about(told, 'sealedTimeCredited'),
    kind: 'COURSE',
    event,
    title: '断网答案补交时限已顺延',
    body,
  }
}

/** @param hours in tenths of an hour */
export function hoursCreditedLateMessage(
  studentId: string,
  {
    sourceId,
    year,
    trial,
    title,
    hours,
  }: { sourceId: string; year: number; trial: boolean; title: string; hours: number },
): NewMessage {
  const words = yearNameTexts({ year, trial })
  return {
    studentId,
    kind: 'REVIEW',
    event: `exam.creditedLate:${sourceId}`,
    title: `考试合格的${words.hours}已补记`,
    body: `您重新缴费后，${words.year}“${title}”考试合格的 ${hours / 10} ${words.hours}已补记。`,
    link: '/system/grant',
  }
}

export function autoSubmittedMessage(told: Told, { score, passed }: { score: number; passed: boolean }): NewMessage {
  const body = `${named(told)}已到时自动交卷，成绩 ${score} 分，${passed ? '合格' : '未合格'}。断网期间保存在设备上的答案，请尽快用原设备打开考试页面补交。`
  return { ...about(told, 'autoSubmitted'), kind: 'COURSE', title: '考试已到时自动交卷', body }
}

export function reviewClearedMessage(told: Told): NewMessage {
  const body = `${named(told)}的抓拍已核查完毕，没有发现问题，成绩有效。`
  return { ...about(told, 'kept'), title: '考试核查已完成', body }
}

export function appealAnsweredMessage(
  told: Told,
  { id, remedy }: { id: string; remedy: AppealRemedy | null },
): NewMessage {
  const said = remedy ? `支持您的申诉。${remedyWords[remedy]}` : '未支持您的申诉。'
  const body = `${named(told)}的申诉已答复：${said}答复全文在考试页的“考试记录”里。`
  const event = `exam.appealAnswered:${id}`
  return { ...about(told, 'appealAnswered'), event, title: '考试申诉已答复', body }
}

const remedyWords: Readonly<Record<AppealRemedy, string>> = {
  RESTORE: '已申请撤销作废，由另一名工作人员复核，结果另行通知。',
  RESET: '已申请重置这次考试，由另一名工作人员复核，结果另行通知。',
  REGRADE: '您申诉的试题将复核，成绩有变化时另行通知。',
  NONE: '',
}

/** Sent when the second person rejects the proposed remedy or the proposal is withdrawn. */
export function appealRemedyRefusedMessage(told: Told, id: string): NewMessage {
  const body = `${named(told)}的申诉已获支持，但后续处理的申请没有通过复核，工作人员会重新处理，结果另行通知。`
  return {
    ...about(told, 'remedyRefused'),
    event: `exam.remedyRefused:${id}`,
    title: '考试申诉的后续处理',
    body,
  }
}

export function attemptRestoredMessage(told: Told, id: string, follows: string): NewMessage {
  const body = `${named(told)}的作废已撤销，成绩恢复有效。${follows}`
  return {
    ...about(told, 'restored'),
    event: `exam.restored:${id}`,
    title: '考试作废已撤销',
    body,
  }
}

const reversedWords = ({ course }: Told) => `，据此计入的${yearNameTexts(course).hours}已冲销`

/** The text follows the word 考试 or the name of the attempt. */
export const offlineSubmissionFailedReason = '以断网封存的答案为准，成绩未合格'

/** The failed offline submission replaced a pass that the server had submitted. */
export function offlineSubmissionFailedMessage(told: Told, hoursReversed: boolean): NewMessage {
  const body = `${named(told)}${offlineSubmissionFailedReason}${hoursReversed ? reversedWords(told) : ''}。`
  return { ...about(told, 'sealedFailed'), title: '考试成绩已更改', body }
}

export function attemptVoidedMessage(told: Told, reason: string, hoursReversed: boolean): NewMessage {
  const body = `${named(told)}的成绩已作废${hoursReversed ? reversedWords(told) : ''}。原因：${reason}`
  return { ...about(told, 'voided'), title: '考试成绩已作废', body }
}

export function attemptResetMessage(told: Told, reason: string): NewMessage {
  const body = `${named(told)}已重置，成绩不计，也不占用考试次数，可以重新参加。原因：${reason}`
  return { ...about(told, 'givenBack'), title: '考试已重置', body }
}

export function attemptRegradedMessage(
  told: Told,
  regraded: {
    regradeId: string
    before: number
    now: { score: number; passed: boolean }
    hours: 'CREDITED' | 'REVERSED' | null
    reason: string
  },
): NewMessage {
  const { regradeId, before, now, hours, reason } = regraded
  const credited = `，${yearNameTexts(told.course).hours}已计入`
  const hoursTold = { CREDITED: credited, REVERSED: reversedWords(told) }
  const result = `结果为${now.passed ? '合格' : '未合格'}${hours ? hoursTold[hours] : ''}`
  const body = `${named(told)}已重新评分：成绩由 ${before} 分更正为 ${now.score} 分，${result}。原因：${reason}`
  const event = `exam.regraded:${regradeId}:${told.attemptId}`
  return { ...about(told, 'regraded'), event, title: '考试成绩已更正', body }
}
