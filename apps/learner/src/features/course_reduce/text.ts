import type { Reduction, ReductionState, ReductionSummary } from '@ce/client/course_reduce.ts'
import { formatDateTime, formatHoursUnit } from '@ce/client/format.ts'
import { hoursRuleText } from '@ce/client/reduction-text.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { reductionStateNames } from '@ce/contract/state-names'

export const reductionStateFilters: readonly { value: string; label: string }[] = [
  { value: 'ALL', label: '全部' },
  ...Object.entries(reductionStateNames).map(([value, label]) => ({ value, label })),
]

/** Returns undefined if no state is chosen or the state is unknown. */
export function parseReductionState(value: string | null): ReductionState | undefined {
  return Object.keys(reductionStateNames).find((one): one is ReductionState => one === value)
}

export function reductionSummaryText(head: ReductionSummary): string {
  const subject = head.subject ? subjectNames[head.subject] : '未选科目'
  return `${head.year} 年度，${subject}，${hoursWords(head)}`
}

function hoursWords({ hours, hoursApproved, state }: ReductionSummary): string {
  if (hours === null) return '未填学时'
  if (state === 'APPROVED' && hoursApproved !== null)
    return hoursApproved === hours
      ? `核定 ${formatHoursUnit(hours)}`
      : `申请 ${formatHoursUnit(hours)}，核定 ${formatHoursUnit(hoursApproved)}`
  return `申请 ${formatHoursUnit(hours)}`
}

export function reductionTimesText({ applyNo, submittedAt, updatedAt }: ReductionSummary): string {
  return `${applyNo}，${submittedAt ? `提交 ${formatDateTime(submittedAt)}` : `保存 ${formatDateTime(updatedAt)}`}`
}

/** Returns null when the application cannot be changed. */
export function continueReductionLabel({ state }: Pick<ReductionSummary, 'state'>): string | null {
  if (state === 'DRAFT') return '继续填写'
  return state === 'RETURNED' ? '去补正' : null
}

export function reductionFacts(reduction: Reduction): readonly (readonly [string, string])[] {
  const { applyNo, typeName, rule, year, subject, stateReason } = reduction
  const { startDate, endDate, reason } = reduction
  return [
    ['申报单号', applyNo],
    ...(stateReason ? [['审核意见', stateReason] as const] : []),
    ['类型', `${typeName}（${hoursRuleText(rule)}）`],
    ['年度与科目', `${year} 年度${subject ? `，${subjectNames[subject]}` : ''}`],
    ['学时', hoursWords(reduction)],
    ['起止日期', startDate && endDate ? `${startDate} 至 ${endDate}` : '未填'],
    ['理由', reason || '未填'],
  ]
}

/** The server allows the student to withdraw until the decision. */
export function isReductionWithdrawable({ state }: Pick<Reduction, 'state'>): boolean {
  return state === 'DRAFT' || state === 'SUBMITTED' || state === 'RETURNED'
}
