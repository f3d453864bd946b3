import type { Reduction, ReductionEvidence, ReductionTypesData } from '@ce/client/course_reduce.ts'
import { courseReduceSubmitLimits } from '@ce/contract/generated/learner-limits'
import { trialTexts } from '@ce/contract/trial-text'
import { numberProblem, parseTypedNumber } from '@ce/contract/typed-number'
import { dateWithin, firstProblem, notBlank } from '@ce/ui/form/checks.ts'
import { useFields } from '../../form/use-fields.ts'

/** `attachments` holds the uploaded files as JSON, because a draft stores only texts. */
export type ReductionFormValues = {
  year: string
  typeCode: string
  subject: 'PROFESSIONAL' | 'PUBLIC' | ''
  hours: string
  startDate: string
  endDate: string
  reason: string
  attachments: string
}

type Rule = Reduction['rule']

/** The contract's limits of the requested hours; the chosen type may have stricter ones. */
const hoursRange = { what: '申请学时', ...courseReduceSubmitLimits.hours, decimals: 1 }

function startOf(reduction: Reduction | null, offer: ReductionTypesData): ReductionFormValues {
  return {
    year: String(reduction?.year ?? offer.years[0]?.year ?? ''),
    typeCode: reduction?.typeCode ?? '',
    subject: reduction?.subject ?? '',
    hours: reduction?.hours ? String(reduction.hours) : '',
    startDate: reduction?.startDate ?? '',
    endDate: reduction?.endDate ?? '',
    reason: reduction?.reason ?? '',
    attachments: JSON.stringify(reduction?.attachments ?? []),
  }
}

export function useReductionFields(offer: ReductionTypesData, reduction: Reduction | null) {
  const ruleOf = (typeCode: string): Rule | null =>
    // A submitted application keeps the rule that was valid at submission.
    reduction?.submittedAt && reduction.typeCode === typeCode
      ? reduction.rule
      : (offer.types.find(({ code }) => code === typeCode) ?? null)
  const fields = useFields<ReductionFormValues>(
    startOf(reduction, offer),
    {
      year: notBlank('请选择年度'),
      typeCode: notBlank('请选择减免类型'),
      subject: notBlank('请选择科目'),
      hours: (hours, { typeCode }) =>
        parseTypedNumber(hours) === null ? '请填写学时' : reductionHoursProblem(hours, ruleOf(typeCode)),
      startDate: firstProblem(notBlank('请选择开始日期'), dateWithin()),
      endDate: (endDate, { startDate }) =>
        firstProblem(notBlank('请选择结束日期'), dateWithin())(endDate) ??
        (endDate < startDate ? '结束日期不能早于开始日期' : null),
      reason: notBlank('请填写申请理由'),
      attachments: (files, { typeCode }) => {
        const least = ruleOf(typeCode)?.minFiles ?? 1
        return filesOf(files).length < least ? `至少上传 ${least} 个文件` : null
      },
    },
    {
      draft: `reduction ${reduction?.id ?? 'new'}`,
      limits: { reason: courseReduceSubmitLimits.reason },
    },
  )
  const { values } = fields
  /** Sets a field together with the fields that depend on it. */
  const choose = (change: Partial<Pick<ReductionFormValues, 'year' | 'typeCode' | 'subject'>>) => {
    const next = { ...values, ...change }
    const rule = ruleOf(next.typeCode)
    if (rule && rule.subjectScope !== 'BOTH') next.subject = rule.subjectScope
    const hours = fixedHours(rule, next, offer)
    if (hours !== null) next.hours = String(hours)
    for (const name of ['year', 'typeCode', 'subject', 'hours'] as const)
      if (next[name] !== values[name]) fields.set(name, next[name])
  }
  const rule = ruleOf(values.typeCode)
  return {
    fields,
    files: filesOf(values.attachments),
    setFiles: (next: ReductionEvidence[]) => fields.set('attachments', JSON.stringify(next)),
    choose,
    rule,
    hasFixedHours: fixedHours(rule, values, offer) !== null,
  }
}

/** Only this form writes the JSON, and the server checks each file, so the cast is safe. */
function filesOf(attachments: string): ReductionEvidence[] {
  return JSON.parse(attachments)
}

/** The hours that the type fixes, or null if the student states them. */
function fixedHours(
  rule: Rule | null,
  { year, subject }: Pick<ReductionFormValues, 'year' | 'subject'>,
  offer: ReductionTypesData,
): number | null {
  if (rule?.hoursMode === 'FIXED') return rule.hours
  if (rule?.hoursMode !== 'FULL_YEAR' || !subject) return null
  const required = offer.years.find((one) => String(one.year) === year)?.required
  return required?.[subject === 'PUBLIC' ? 'public' : 'professional'] ?? null
}

/** Returns null when the hours are valid or empty. */
export function reductionHoursProblem(hours: string, rule: Rule | null): string | null {
  const number = parseTypedNumber(hours)
  const { yearCap, hoursMode, hours: each, unit } = rule ?? {}
  const max = Math.min(yearCap ?? hoursRange.max, hoursRange.max)
  const problem = numberProblem({ ...hoursRange, max }, number)
  if (problem || number === null || hoursMode !== 'PER_UNIT' || !each) return problem
  const pieces = number / each
  return Math.abs(pieces - Math.round(pieces)) < 1e-6 ? null : `申请学时应为每${unit} ${each} 学时的整数倍，请改正`
}

/** Sends empty fields as null. */
export function toReductionDraft(values: ReductionFormValues) {
  const { year, typeCode, subject, hours, startDate, endDate, reason, attachments } = values
  return {
    year: Number(year),
    typeCode,
    subject: subject || null,
    hours: parseTypedNumber(hours),
    startDate: startDate || null,
    endDate: endDate || null,
    reason,
    attachments: filesOf(attachments).map(({ fileId }) => fileId),
  }
}

/** Lists the years that can be chosen, and the application's own year even if it is closed now. */
export function reductionYearOptions({ years }: ReductionTypesData, reduction: Reduction | null) {
  const options = years.map(({ year, trial }) => ({
    value: String(year),
    label: trial ? `${year} 年度（${trialTexts.tag}）` : `${year} 年度`,
  }))
  if (reduction && !years.some(({ year }) => year === reduction.year))
    options.push({ value: String(reduction.year), label: `${reduction.year} 年度` })
  return options
}

/** Lists the types that can be chosen, and the application's own type even if it is closed now. */
export function reductionTypeOptions({ types }: ReductionTypesData, reduction: Reduction | null) {
  const options = types.map(({ code, name }) => ({ value: code, label: name }))
  if (reduction && !options.some(({ value }) => value === reduction.typeCode))
    options.push({ value: reduction.typeCode, label: reduction.typeName })
  return [{ value: '', label: '请选择' }, ...options]
}
