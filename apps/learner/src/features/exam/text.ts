import type { ExamInfo, ExamResult } from '@ce/client/exam-attempt/state.ts'
import { formatDuration } from '@ce/client/format.ts'
import { formatMinutes } from '@ce/contract/reading'

/** Formats minutes with at most one decimal: 45 分钟, 37.5 分钟. */
export const formatExamDuration = (seconds: number) => `${formatMinutes(seconds)}\u00a0分钟`

const endings: Record<ExamResult['submittedBy'], string> = {
  STUDENT: '页面交卷',
  DEADLINE: '系统到时自动交卷',
  SEALED: '断网封存的答案，恢复后补交',
  STAFF: '工作人员结束',
}

export function submissionCauseText(by: ExamResult['submittedBy'] | null): string {
  return by ? endings[by] : ''
}

/** Why answers are not saved yet, and whether this browser stores them. */
interface Waiting {
  /** True if the server responds with errors, so that the network works. */
  faulty: boolean
  /** True if the device stores unsaved answers. */
  keeps: boolean
}

export function unsavedAnswersText({ faulty, keeps }: Waiting): string {
  const cause = faulty ? '服务器暂时出错' : '离线'
  if (!keeps) return `${cause}，请勿关闭本页`
  return faulty ? `${cause}，已暂存` : '离线，已暂存'
}

export function saveLimitReachedText(keeps: boolean): string {
  return keeps ? '已保存在本机，随交卷提交' : '随交卷提交，请勿关闭本页'
}

/** @param expired whether the attempt ended at its deadline */
export function submittingText({ faulty, keeps }: Waiting, expired: boolean, sealedSeconds: number): string {
  const cause = faulty ? '服务器暂时出错' : '网络不通'
  const until = `${formatDuration(sealedSeconds)}内恢复会自动补交（标记待核查）`
  const stay = keeps ? '请不要关闭本页' : '但本机没有保存，请不要关闭或刷新本页'
  if (expired)
    return `${cause}。您的答案已在截止时封存在${keeps ? '本机' : '本页'}，${stay}：截止后 ${until}；更晚则以此前已上传的答案为准。如考试时间已延长，恢复后可继续作答。`
  return `${cause}，恢复后会自动交卷，答案${keeps ? '已保存在本机' : '还在本页'}，${stay}。若到截止时仍未恢复，答案会封存在${keeps ? '本机' : '本页'}，${until}。`
}

/** @param satElsewhere whether another page, perhaps asleep, still has the last attempt open */
export function unsentAnswersText(waiting: number, satElsewhere: boolean): string {
  if (satElsewhere)
    return `上次考试的页面还在其他标签页或窗口中打开，有 ${waiting} 题作答待其补交。请切换到该页面，或将其关闭由本页补交；有了结果才能开始新的考试。`
  return `上次考试有 ${waiting} 题作答正在补交，有了结果才能开始新的考试。`
}

/** @param lost whether an answer is neither saved by the server nor stored on the device */
export function leaveExamText(lost: boolean): string {
  if (lost)
    return '考试不会暂停，计时继续。有作答还没有上传，本机也没有保存：离开后请不要关闭或刷新浏览器，否则这些作答会丢失。请尽量留在本页，等显示“已保存”后再离开。'
  return '考试不会暂停，计时继续；已作答的内容不会丢失，到时系统会自动交卷。您可以随时回到本页继续作答。'
}

type Regraded = ExamInfo['attempts'][number]['regrades'][number]

const ways = {
  KEY: '有一道题更正了答案',
  ALL: '有一道题改为全部给分',
  STRIKE: '有一道题不再计分，其余题目折算为满分',
} as const

const resultName = (passed: boolean | null) => (passed ? '合格' : '未合格')

export function regradeResultText(regraded: Regraded): string {
  const { kind, outcome, oldScore, oldPassed, newScore, newPassed } = regraded
  const way = ways[kind]
  if (outcome === 'RUNNING') return `${way}，交卷时已按更正后的标准评分。`
  if (outcome === 'PASS_KEPT')
    return `${way}，按更正后的标准为 ${newScore} 分；您已取得的合格成绩 ${oldScore} 分保持不变。`
  if (outcome === 'PASSED_ELSEWHERE')
    return `${way}，按更正后的标准为 ${newScore} 分；您已通过本课程的另一次考试，学时不重复计入，成绩保持不变。`
  if (oldScore === newScore && oldPassed === newPassed) return `${way}，成绩没有变化。`
  const before = `${oldScore} 分（${resultName(oldPassed)}）`
  return `${way}，成绩由 ${before}更正为 ${newScore} 分（${resultName(newPassed)}）。`
}
