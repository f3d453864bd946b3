import type {
  AttemptDecision,
  AttemptDecisionKind,
  ExamAppealRow,
  ExamBoardRow,
  RehearsalLevel,
} from '@ce/client/staff/exam.ts'
import { searchLimits } from '@ce/contract/search-limits'
import { appealStateNames, rehearsalLevelNames } from '@ce/contract/state-names'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import { personalFilter, textFilter } from '../../kit/list/filters.ts'

export const examStudentFilter = personalFilter(textFilter('姓名、手机号或后四位', searchLimits.exams))

export const attemptDecisionKindNames: Readonly<Record<AttemptDecisionKind, string>> = {
  EXTEND: '延时',
  VOID: '作废',
  RESET: '重置',
  RESTORE: '撤销作废',
}

export const attemptDecisionKindHints: Readonly<Record<AttemptDecisionKind, string>> = {
  EXTEND: '截止时间后移，考生页面自动更新。只能用于正在进行的考试。',
  VOID: '成绩作废；已计入的学时冲销，据此发出的证明撤销。正在进行的考试同时结束。',
  RESET: '作废，并且这一次不占用考试次数，考生可以重新参加。',
  RESTORE: '成绩恢复有效，学时、证明和考试次数与没有作废时一样。',
}

interface Mark {
  kind: StatusKind
  text: string
}

export const attemptDecisionStateLabels: Readonly<Record<AttemptDecision['state'], Mark>> = {
  WAITING: { kind: 'doing', text: '待复核' },
  DONE: { kind: 'done', text: '已生效' },
  REFUSED: { kind: 'locked', text: '已驳回' },
  WITHDRAWN: { kind: 'todo', text: '申请人已撤回' },
}

export const appealStateLabels: Readonly<Record<ExamAppealRow['state'], Mark>> = {
  OPEN: { kind: 'doing', text: appealStateNames.OPEN },
  UPHELD: { kind: 'done', text: appealStateNames.UPHELD },
  REJECTED: { kind: 'locked', text: appealStateNames.REJECTED },
}

export const rehearsalLevelLabels: Readonly<Record<RehearsalLevel, Mark>> = {
  GREEN: { kind: 'done', text: rehearsalLevelNames.GREEN },
  AMBER: { kind: 'warning', text: rehearsalLevelNames.AMBER },
  RED: { kind: 'error', text: rehearsalLevelNames.RED },
}

export function attemptResultText({
  submittedAt,
  score,
  passed,
  voided,
}: Pick<ExamBoardRow, 'submittedAt' | 'score' | 'passed' | 'voided'>): string {
  if (!submittedAt) return '正在进行'
  return `${score} 分，${voided ? '已作废' : passed ? '合格' : '未合格'}`
}

const minute = 60_000

/** Formats the remaining time as minutes and seconds (`03:20`), never below zero. */
export function timeLeftText(deadline: string, serverNow: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(deadline) - Date.parse(serverNow)) / 1000))
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}

/** How long ago the last heartbeat arrived; a null time means that none arrived. */
export function heartbeatAgeText(heardAt: string | null, serverNow: string): string {
  if (!heardAt) return '—'
  const ms = Date.parse(serverNow) - Date.parse(heardAt)
  if (ms < minute) return `${Math.max(0, Math.floor(ms / 1000))} 秒前`
  return `${Math.floor(ms / minute)} 分钟前`
}

/** True if the last heartbeat is more than a minute old; false if none has arrived yet. */
export function hasNoHeartbeat(heardAt: string | null, serverNow: string): boolean {
  return heardAt !== null && Date.parse(serverNow) - Date.parse(heardAt) > minute
}
