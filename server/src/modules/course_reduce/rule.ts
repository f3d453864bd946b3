import type { RuleRow } from './store/types.ts'

/** Tenths as hours with one decimal; nothing stays nothing. */
export const asHours = (tenths: number | null): number | null =>
  tenths === null ? null : tenths / 10

/** Hours of the wire, which has checked their one decimal, as tenths. */
export const asTenths = (hours: number | null): number | null =>
  hours === null ? null : Math.round(hours * 10)

/** A rule as the student may read it. */
export function toRule(row: RuleRow) {
  const { name, subjectScope, hoursMode, unit, evidence, minFiles, applyFrom, applyTo } = row
  const figures = { hours: asHours(row.hours), yearCap: asHours(row.yearCap) }
  return { name, subjectScope, hoursMode, unit, evidence, minFiles, applyFrom, applyTo, ...figures }
}

/** The same with what only the desk needs. */
export function toStaffRule(row: RuleRow) {
  const { levels, samplePercent } = row
  return { ...toRule(row), levels, samplePercent }
}

export interface Asked {
  year: number
  subject: 'PROFESSIONAL' | 'PUBLIC'
  /** tenths */
  hours: number
  startDate: string
  endDate: string
  files: number
}

/**
 * What of an application is against its type's rule, by field.
 * @param required tenths the year asks for in the subject
 * @param today the Shanghai day
 */
export function problemsOf(
  rule: RuleRow,
  asked: Asked,
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
  if (endDate < `${year}-01-01` || startDate > `${year}-12-31`)
    problems.startDate = `起止日期应与 ${year} 年度有重合`
  else if (last > today) problems.endDate = '活动结束后才能申请'
  if (files < rule.minFiles)
    problems.attachments = `至少要 ${rule.minFiles} 个文件：${rule.evidence}`
  return problems
}

function hoursProblem(rule: RuleRow, hours: number, required: number): string | null {
  if (rule.hoursMode === 'FULL_YEAR') {
    if (required === 0) return '该年度这一科目没有学时要求，无需减免'
    return hours === required ? null : `全年减免应为 ${required / 10} 学时`
  }
  // the table's check: only FULL_YEAR has none
  const each = rule.hours ?? 0
  if (rule.hoursMode === 'FIXED') return hours === each ? null : `这一类型每次 ${each / 10} 学时`
  return hours % each === 0 ? null : `应为每${rule.unit} ${each / 10} 学时的整数倍`
}

/** The days on which a type can be applied for, as a person reads them; null: always. */
export function windowOf({
  applyFrom,
  applyTo,
}: Pick<RuleRow, 'applyFrom' | 'applyTo'>): string | null {
  if (applyFrom && applyTo) return `${applyFrom} 至 ${applyTo}`
  if (applyFrom) return `${applyFrom} 起`
  return applyTo ? `${applyTo} 为止` : null
}

/** Whether a Shanghai day lies in it. */
export function isInWindow(rule: Pick<RuleRow, 'applyFrom' | 'applyTo'>, today: string): boolean {
  return (!rule.applyFrom || rule.applyFrom <= today) && (!rule.applyTo || today <= rule.applyTo)
}
