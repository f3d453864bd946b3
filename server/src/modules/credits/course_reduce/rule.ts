import type { ReductionRuleRow } from './store/types.ts'

export const tenthsToHours = (tenths: number | null): number | null => (tenths === null ? null : tenths / 10)

export const hoursToTenths = (hours: number | null): number | null => (hours === null ? null : Math.round(hours * 10))

export function toReductionRule(row: ReductionRuleRow) {
  const { name, subjectScope, hoursMode, unit, evidence, minFiles, applyFrom, applyTo } = row
  const figures = { hours: tenthsToHours(row.hours), yearCap: tenthsToHours(row.yearCap) }
  return { name, subjectScope, hoursMode, unit, evidence, minFiles, applyFrom, applyTo, ...figures }
}

export function toStaffRule(row: ReductionRuleRow) {
  const { levels, samplePercent } = row
  return { ...toReductionRule(row), levels, samplePercent }
}

export interface RuleCheckInput {
  year: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
  hours: number
  startDate: string
  endDate: string
  files: number
}

/** @param required hours in tenths @param today date in Shanghai */
export function reductionRuleProblems(
  rule: ReductionRuleRow,
  asked: RuleCheckInput,
  required: number,
  today: string,
): Record<string, string> {
  const problems: Record<string, string> = {}
  const { subject, startDate, endDate, year, files } = asked
  if (rule.subjectScope !== 'BOTH' && rule.subjectScope !== subject)
    problems.subject = `“${rule.name}”只用于${rule.subjectScope === 'PUBLIC' ? '公需' : '专业'}科目`
  const hours = hoursProblem(rule, asked.hours, required)
  if (hours) problems.hours = hours
  const last = rule.hoursMode === 'FULL_YEAR' ? startDate : endDate
  if (endDate < `${year}-01-01` || startDate > `${year}-12-31`) problems.startDate = `起止日期应与 ${year} 年度有重合`
  else if (last > today) problems.endDate = '活动结束后才能申请'
  if (files < rule.minFiles) problems.attachments = `至少要 ${rule.minFiles} 个文件：${rule.evidence}`
  return problems
}

function hoursProblem(rule: ReductionRuleRow, hours: number, required: number): string | null {
  if (rule.hoursMode === 'FULL_YEAR') {
    if (required === 0) return '该年度这一科目没有学时要求，无需减免'
    return hours === required ? null : `全年减免应为 ${required / 10} 学时`
  }
  // A check constraint of the table guarantees that only FULL_YEAR has no hours.
  const each = rule.hours ?? 0
  if (rule.hoursMode === 'FIXED') return hours === each ? null : `这一类型每次 ${each / 10} 学时`
  return hours % each === 0 ? null : `应为每${rule.unit} ${each / 10} 学时的整数倍`
}

/** Returns null if students can apply at any time. */
export function applicationWindowText({
  applyFrom,
  applyTo,
}: Pick<ReductionRuleRow, 'applyFrom' | 'applyTo'>): string | null {
  if (applyFrom && applyTo) return `${applyFrom} 至 ${applyTo}`
  if (applyFrom) return `${applyFrom} 起`
  return applyTo ? `${applyTo} 为止` : null
}

export function isInApplicationWindow(rule: Pick<ReductionRuleRow, 'applyFrom' | 'applyTo'>, today: string): boolean {
  return (!rule.applyFrom || rule.applyFrom <= today) && (!rule.applyTo || today <= rule.applyTo)
}
