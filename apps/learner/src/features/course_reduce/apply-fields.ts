import type { Evidence, Reduction, ReductionOffer } from '@ce/client/course_reduce.ts'
import { courseReduceSubmitLimits } from '@ce/contract/learner-limits'
import { trialWords } from '@ce/contract/trial-words'
import { numberProblem, typedNumber } from '@ce/contract/typed-number'
import { all, dateWithin, needed } from '@ce/ui/form/checks.ts'
import { useFields } from '../../form/use-fields.ts'

/** An application as a form holds it. `attachments`: the files that are with the server, as JSON, so that a draft keeps them. */
export type ApplyValues = {
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

/** The limits of the contract; the type that is chosen may have narrower ones. */
const hoursRange = { what: '申请学时', ...courseReduceSubmitLimits.hours, decimals: 1 }

/** What the form begins with. */
function startOf(reduction: Reduction | null, offer: ReductionOffer): ApplyValues {
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

/** The fields of an application, their files, and the rule of the type that is chosen. */
export function useApplyFields(offer: ReductionOffer, reduction: Reduction | null) {
  const ruleOf = (typeCode: string): Rule | null =>
    // what was handed in is judged by the rule it was handed in under
    reduction?.submittedAt && reduction.typeCode === typeCode
      ? reduction.rule
      : (offer.types.find(({ code }) => code === typeCode) ?? null)
  const fields = useFields<ApplyValues>(
    startOf(reduction, offer),
    {
      year: needed('请选择年度'),
      typeCode: needed('请选择减免类型'),
      subject: needed('请选择科目'),
      hours: (hours, { typeCode }) =>
        typedNumber(hours) === null ? '请填写学时' : hoursProblem(hours, ruleOf(typeCode)),
      startDate: all(needed('请选择开始日期'), dateWithin()),
      endDate: (endDate, { startDate }) =>
        all(needed('请选择结束日期'), dateWithin())(endDate) ??
        (endDate < startDate ? '结束日期不能早于开始日期' : null),
      reason: needed('请填写申请理由'),
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
  /** sets a field and what follows from it: the only subject of a type, the hours it fixes */
  const choose = (change: Partial<Pick<ApplyValues, 'year' | 'typeCode' | 'subject'>>) => {
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
    setFiles: (next: Evidence[]) => fields.set('attachments', JSON.stringify(next)),
    choose,
    rule,
    hasFixedHours: fixedHours(rule, values, offer) !== null,
  }
}

/** The guarantee: only this form writes them, and the server looks at each file again. */
function filesOf(attachments: string): Evidence[] {
  return JSON.parse(attachments)
}

/** What follows from the type, year and subject alone; null: the student says how many hours. */
function fixedHours(
  rule: Rule | null,
  { year, subject }: Pick<ApplyValues, 'year' | 'subject'>,
  offer: ReductionOffer,
): number | null {
  if (rule?.hoursMode === 'FIXED') return rule.hours
  if (rule?.hoursMode !== 'FULL_YEAR' || !subject) return null
  const required = offer.years.find((one) => String(one.year) === year)?.required
  return required?.[subject === 'PUBLIC' ? 'public' : 'professional'] ?? null
}

/** What is wrong with the hours as they were typed, by the type that is chosen; null: nothing, or none were. */
export function hoursProblem(hours: string, rule: Rule | null): string | null {
  const number = typedNumber(hours)
  const { yearCap, hoursMode, hours: each, unit } = rule ?? {}
  const max = Math.min(yearCap ?? hoursRange.max, hoursRange.max)
  const problem = numberProblem({ ...hoursRange, max }, number)
  if (problem || number === null || hoursMode !== 'PER_UNIT' || !each) return problem
  const pieces = number / each
  return Math.abs(pieces - Math.round(pieces)) < 1e-6
    ? null
    : `申请学时应为每${unit} ${each} 学时的整数倍，请改正`
}

/** What is sent as a draft: what is not filled in is null. */
export function draftOf(values: ApplyValues) {
  const { year, typeCode, subject, hours, startDate, endDate, reason, attachments } = values
  return {
    year: Number(year),
    typeCode,
    subject: subject || null,
    hours: typedNumber(hours),
    startDate: startDate || null,
    endDate: endDate || null,
    reason,
    attachments: filesOf(attachments).map(({ fileId }) => fileId),
  }
}

/** Years that can be applied for, and the one it is for. */
export function yearOptions({ years }: ReductionOffer, reduction: Reduction | null) {
  const options = years.map(({ year, trial }) => ({
    value: String(year),
    label: trial ? `${year} 年度（${trialWords.tag}）` : `${year} 年度`,
  }))
  if (reduction && !years.some(({ year }) => year === reduction.year))
    options.push({ value: String(reduction.year), label: `${reduction.year} 年度` })
  return options
}

/** Types that can be applied for, and the one it is of. */
export function typeOptions({ types }: ReductionOffer, reduction: Reduction | null) {
  const options = types.map(({ code, name }) => ({ value: code, label: name }))
  if (reduction && !options.some(({ value }) => value === reduction.typeCode))
    options.push({ value: reduction.typeCode, label: reduction.typeName })
  return [{ value: '', label: '请选择' }, ...options]
}
