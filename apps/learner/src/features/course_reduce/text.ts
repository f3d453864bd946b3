import type { Reduction, ReductionHead, ReductionState } from '@ce/client/course_reduce.ts'
import { formatDateTime, formatHoursUnit } from '@ce/client/format.ts'
import { hoursRuleWords } from '@ce/client/reduction-words.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { reductionStateNames } from '@ce/contract/state-names'

/** The states to filter by, the first one all. */
export const reductionFilters: readonly { value: string; label: string }[] = [
  { value: 'ALL', label: '全部' },
  ...Object.entries(reductionStateNames).map(([value, label]) => ({ value, label })),
]

/** A state as it stands in an address; undefined: all. */
export function readReductionState(value: string | null): ReductionState | undefined {
  return Object.keys(reductionStateNames).find((one): one is ReductionState => one === value)
}

/** For which year and subject, and how many hours. */
export function headWords(head: ReductionHead): string {
  const subject = head.subject ? subjectNames[head.subject] : '未选科目'
  return `${head.year} 年度，${subject}，${hoursWords(head)}`
}

function hoursWords({ hours, hoursApproved, state }: ReductionHead): string {
  if (hours === null) return '未填学时'
  if (state === 'APPROVED' && hoursApproved !== null)
    return hoursApproved === hours
      ? `核定 ${formatHoursUnit(hours)}`
      : `申请 ${formatHoursUnit(hours)}，核定 ${formatHoursUnit(hoursApproved)}`
  return `申请 ${formatHoursUnit(hours)}`
}

/** Its number, and when it was handed in, or kept. */
export function headTimes({ applyNo, submittedAt, updatedAt }: ReductionHead): string {
  return `${applyNo}，${submittedAt ? `提交 ${formatDateTime(submittedAt)}` : `保存 ${formatDateTime(updatedAt)}`}`
}

/** What going on with it is called; null: it cannot be changed. */
export function goOnWords({ state }: Pick<ReductionHead, 'state'>): string | null {
  if (state === 'DRAFT') return '继续填写'
  return state === 'RETURNED' ? '去补正' : null
}

/** What an application says, as names and texts; its state is shown beside them. */
export function reductionFacts(reduction: Reduction): readonly (readonly [string, string])[] {
  const { applyNo, typeName, rule, year, subject, stateReason } = reduction
  const { startDate, endDate, reason } = reduction
  return [
    ['申报单号', applyNo],
    ...(stateReason ? [['审核意见', stateReason] as const] : []),
    ['类型', `${typeName}（${hoursRuleWords(rule)}）`],
    ['年度与科目', `${year} 年度${subject ? `，${subjectNames[subject]}` : ''}`],
    ['学时', hoursWords(reduction)],
    ['起止日期', startDate && endDate ? `${startDate} 至 ${endDate}` : '未填'],
    ['理由', reason || '未填'],
  ]
}

/** As the server has it: until it is decided. */
export function mayWithdraw({ state }: Pick<Reduction, 'state'>): boolean {
  return state === 'DRAFT' || state === 'SUBMITTED' || state === 'RETURNED'
}
