import type { AppealRemedy } from '@ce/contract/appeal-remedies'
import { yearWords } from '@ce/contract/trial-words'
import type { NewMessage } from '../message/service.ts'
import type { SignCourse } from '../sign/service.ts'

/** the sitting a message is about */
interface Told {
  attemptId: string
  /** how often its result has been decided on: the same may happen again after a void was undone */
  restoredAt?: Date | null
  no: number
  course: Pick<SignCourse, 'id' | 'signId' | 'studentId' | 'year' | 'trial' | 'title'>
}

/** Told once of each sitting and happening; the link is the exam's own page, which has the rest. */
function about({ attemptId, restoredAt, course }: Told, what: string) {
  const { id, signId, studentId } = course
  const again = restoredAt ? `:${restoredAt.toISOString()}` : ''
  const [event, link] = [`exam.${what}:${attemptId}${again}`, `/exam/${signId}/${id}`]
  return { studentId, kind: 'REVIEW', event, link } as const
}

const named = ({ no, course }: Told) => `${yearWords(course).year}“${course.title}”第 ${no} 次考试`

/** To the student whose later exams last longer, as before again at 0 percent; why is not said: it goes out by e-mail, too. */
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

/** To the student: a running sitting was given more time, and why; each time by its decision. */
export function extendedMessage(
  told: Told,
  { id, seconds, reason }: { id: string; seconds: number; reason: string },
): NewMessage {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  const time = rest === 0 ? `${minutes} 分钟` : `${minutes} 分 ${rest} 秒`
  const body = `${named(told)}延长 ${time}，交卷时间以考试页面的倒计时为准。原因：${reason}`
  const event = `exam.extended:${id}`
  return { ...about(told, 'extended'), event, title: '考试时间已延长', body }
}

const lengthWords = (seconds: number) =>
  seconds < 60 ? `${seconds} 秒` : `${Math.ceil(seconds / 60)} 分钟`

/** To the student: a running sitting got back what an outage of ours took from it; each time by its moment. */
export function timeCreditedMessage(told: Told, seconds: number, at: Date): NewMessage {
  const body = `${named(told)}进行时平台服务曾中断，已为您补时 ${lengthWords(seconds)}，交卷时间以考试页面的倒计时为准。`
  const event = `exam.timeCredited:${told.attemptId}:${at.toISOString()}`
  return { ...about(told, 'timeCredited'), kind: 'COURSE', event, title: '考试已补时', body }
}

/** To the student: the bell had rung, and only answers that were sealed on the device have longer to come. */
export function sealedTimeCreditedMessage(told: Told, seconds: number, at: Date): NewMessage {
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

/** To the student: hours of a pass that a year paid anew had not been given. @param hours tenths */
export function creditedLateMessage(
  studentId: string,
  {
    sourceId,
    year,
    trial,
    title,
    hours,
  }: { sourceId: string; year: number; trial: boolean; title: string; hours: number },
): NewMessage {
  const words = yearWords({ year, trial })
  return {
    studentId,
    kind: 'REVIEW',
    event: `exam.creditedLate:${sourceId}`,
    title: `考试合格的${words.hours}已补记`,
    body: `您重新缴费后，${words.year}“${title}”考试合格的 ${hours / 10} ${words.hours}已补记。`,
    link: '/system/grant',
  }
}

/** To the student: nobody handed it in before the bell, and the server did. */
export function autoSubmittedMessage(
  told: Told,
  { score, passed }: { score: number; passed: boolean },
): NewMessage {
  const body = `${named(told)}已到时自动交卷，成绩 ${score} 分，${passed ? '合格' : '未合格'}。断网期间保存在设备上的答案，请尽快用原设备打开考试页面补交。`
  return { ...about(told, 'autoSubmitted'), kind: 'COURSE', title: '考试已到时自动交卷', body }
}

/** To the student: two people looked at what was flagged, and the result stands. */
export function keptMessage(told: Told): NewMessage {
  const body = `${named(told)}的抓拍已核查完毕，没有发现问题，成绩有效。`
  return { ...about(told, 'kept'), title: '考试核查已完成', body }
}

/** To the student: an appeal has its answer, and what follows from it. */
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

/** To the student: what was to follow from an upheld appeal was refused by the second person, or taken back. */
export function remedyRefusedMessage(told: Told, id: string): NewMessage {
  const body = `${named(told)}的申诉已获支持，但后续处理的申请没有通过复核，工作人员会重新处理，结果另行通知。`
  return {
    ...about(told, 'remedyRefused'),
    event: `exam.remedyRefused:${id}`,
    title: '考试申诉的后续处理',
    body,
  }
}

/** To the student: a result counts again, and what comes with it; each time by its decision. */
export function restoredMessage(told: Told, id: string, follows: string): NewMessage {
  const body = `${named(told)}的作废已撤销，成绩恢复有效。${follows}`
  return {
    ...about(told, 'restored'),
    event: `exam.restored:${id}`,
    title: '考试作废已撤销',
    body,
  }
}

const reversedWords = ({ course }: Told) => `，据此计入的${yearWords(course).hours}已冲销`

/** why a pass of the server's stands no longer, after the word 考试 or the sitting's name */
export const sealedFailed = '以断网封存的答案为准，成绩未合格'

/** To the student: the answers sealed on the device took the place of what the server had handed in, whose pass is gone. */
export function sealedFailedMessage(told: Told, hoursReversed: boolean): NewMessage {
  const body = `${named(told)}${sealedFailed}${hoursReversed ? reversedWords(told) : ''}。`
  return { ...about(told, 'sealedFailed'), title: '考试成绩已更改', body }
}

/** To the student: a result no longer counts, and why; with its hours when they were reversed (product §4 Exam). */
export function voidedMessage(told: Told, reason: string, hoursReversed: boolean): NewMessage {
  const body = `${named(told)}的成绩已作废${hoursReversed ? reversedWords(told) : ''}。原因：${reason}`
  return { ...about(told, 'voided'), title: '考试成绩已作废', body }
}

/** To the student: a sitting uses up no attempt, and why. */
export function givenBackMessage(told: Told, reason: string): NewMessage {
  const body = `${named(told)}已重置，成绩不计，也不占用考试次数，可以重新参加。原因：${reason}`
  return { ...about(told, 'givenBack'), title: '考试已重置', body }
}

/** To the student: a question was marked anew, and the result is another one; once for each decision. */
export function regradedMessage(
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
  const credited = `，${yearWords(told.course).hours}已计入`
  const hoursTold = { CREDITED: credited, REVERSED: reversedWords(told) }
  const result = `结果为${now.passed ? '合格' : '未合格'}${hours ? hoursTold[hours] : ''}`
  const body = `${named(told)}已重新评分：成绩由 ${before} 分更正为 ${now.score} 分，${result}。原因：${reason}`
  const event = `exam.regraded:${regradeId}:${told.attemptId}`
  return { ...about(told, 'regraded'), event, title: '考试成绩已更正', body }
}
