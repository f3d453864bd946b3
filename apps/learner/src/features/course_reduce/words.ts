import type { Reduction, ReductionHead, ReductionState } from '@ce/client/course_reduce.ts'
import { formatDateTime, formatHoursUnit } from '@ce/client/format.ts'
import { hoursRuleWords } from '@ce/client/reduction-words.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { reductionStateNames } from '@ce/contract/state-names'

export const reductionIntro = '论文、授课、对口支援等经审核可以抵减学时，通过后计入当年学时台账。'
export const applyIntro = '先看清类型的要求，再上传佐证材料。提交后由审核员审核，可能会退回补正。'
export const noReductionsText = '准备好佐证材料的照片或 PDF，点“申请减免”开始；没填完可以存草稿。'
export const noReductionsTitle = (state: ReductionState | undefined): string =>
  state ? `没有“${reductionStateNames[state]}”的申请` : '还没有申请'
export const closedOffer = {
  title: '现在不能申请减免',
  text: '当前没有开放申请的减免类型或年度，请留意通知公告。',
}
export const settledReduction = {
  title: '这份申请已提交，不能再修改',
  action: '查看申请',
  text: '需要更改时，可以先撤回，再重新申请。',
}

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

/** What is asked before an application is withdrawn. */
export function withdrawQuestion({ typeName }: Pick<Reduction, 'typeName'>) {
  return {
    title: '撤回这份申请？',
    text: `${typeName}。撤回后不再审核，也不能恢复；需要时可以重新申请。`,
    ok: '撤回',
    cancel: '再想想',
  }
}
export const withdrawnNotice = { kind: 'success', title: '申请已撤回' } as const

export const applyTitle = (id: string | null): string => (id ? '修改减免申请' : '申请减免')
export const noEvidence = '还没有上传。'
export const evidenceLabel = '选择佐证材料文件'
