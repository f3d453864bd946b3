import { formatHoursUnit } from '@ce/client/format.ts'
import type { DeskReductionSummary, ReductionRule, ReductionStage } from '@ce/client/staff/course_reduce.ts'
import { subjectNames } from '@ce/contract/hours-names'
import type { StatusKind } from '@ce/ui/StatusMark.tsx'
import { typedKeysOf } from '../../components/code-options.ts'

export const reductionStageLabels: Readonly<Record<ReductionStage, { label: string; kind: StatusKind }>> = {
  FIRST: { label: '待审核', kind: 'todo' },
  FINAL: { label: '待复审', kind: 'doing' },
  SAMPLE: { label: '待抽查', kind: 'warning' },
  RETURNED: { label: '已退回', kind: 'warning' },
  APPROVED: { label: '已通过', kind: 'done' },
  REJECTED: { label: '已驳回', kind: 'error' },
  REVERSED: { label: '已冲销', kind: 'locked' },
}

export const reductionStages = typedKeysOf(reductionStageLabels)

export const hoursModeLabels: Readonly<Record<ReductionRule['hoursMode'], string>> = {
  FIXED: '每次固定学时',
  PER_UNIT: '按件计算',
  FULL_YEAR: '减免全年',
}

export const subjectScopeLabels: Readonly<Record<ReductionRule['subjectScope'], string>> = {
  ...subjectNames,
  BOTH: '专业或公需科目',
}

export function batchReductionCreditText(
  chosen: readonly Pick<DeskReductionSummary, 'hours' | 'hoursApproved'>[],
): string {
  const sum = chosen.reduce((all, { hours, hoursApproved }) => all + (hoursApproved ?? hours ?? 0), 0)
  return `按申请的学时通过，前一级已核定的按核定，共 ${formatHoursUnit(sum)}；末级通过的立即写入学时台账。`
}
