import type { Evidence, Reduction, ReductionOffer } from '@ce/client/course_reduce.ts'
import { courseReduceSubmitLimits } from '@ce/contract/learner-limits'
import { numberProblem, typedNumber } from '@ce/contract/typed-number'
import { all, dateWithin, needed } from '@ce/ui/form/checks.ts'
import { useFields } from '../../form/use-fields.ts'
import { type Fields, fieldsOf, fixedHours, type Rule, ruleOf } from './fields.ts'
import { hoursRange, missing } from './form-words.ts'
import { filesIn } from './use-evidence.ts'

export type Subject = NonNullable<Fields['subject']>

/** An application as a form holds it. `attachments`: the files that are with the server, as JSON, so that a draft keeps them. */
export type ApplyValues = {
  year: string
  typeCode: string
  subject: Subject | ''
  hours: string
  startDate: string
  endDate: string
  reason: string
  attachments: string
}

/** The fields of an application, their files, and the rule of the type that is chosen. */
export function useApplyFields(offer: ReductionOffer, reduction: Reduction | null) {
  const start = fieldsOf(reduction, offer)
  const rule = (typeCode: string): Rule | null => ruleOf(typeCode, offer, reduction)
  const fields = useFields<ApplyValues>(
    {
      year: start.year ? String(start.year) : '',
      typeCode: start.typeCode ?? '',
      subject: start.subject ?? '',
      hours: start.hours ? String(start.hours) : '',
      startDate: start.startDate ?? '',
      endDate: start.endDate ?? '',
      reason: start.reason ?? '',
      attachments: JSON.stringify(start.attachments ?? []),
    },
    {
      year: needed(missing.year),
      typeCode: needed(missing.typeCode),
      subject: needed(missing.subject),
      hours: (hours, { typeCode }) =>
        typedNumber(hours) === null ? missing.hours : hoursProblem(hours, rule(typeCode)),
      startDate: all(needed(missing.startDate), dateWithin()),
      endDate: (endDate, { startDate }) =>
        needed(missing.endDate)(endDate) ??
        dateWithin()(endDate) ??
        (endDate < startDate ? '结束日期不能早于开始日期' : null),
      reason: needed(missing.reason),
      attachments: (files, { typeCode }) => {
        const least = rule(typeCode)?.minFiles ?? 1
        return filesIn(files).length < least ? missing.files(least) : null
      },
    },
    {
      draft: `reduction ${reduction?.id ?? 'new'}`,
      limits: { reason: courseReduceSubmitLimits.reason },
    },
  )
  /** sets a field and what follows from it: the only subject of a type, the hours it fixes */
  const follow = (change: Partial<Pick<ApplyValues, 'year' | 'typeCode' | 'subject'>>) => {
    const next = { ...fields.values, ...change }
    const chosen = rule(next.typeCode)
    if (chosen && chosen.subjectScope !== 'BOTH') next.subject = chosen.subjectScope
    const hours = fixedHours(chosen, wireOf(next, []), offer)
    if (hours !== null) next.hours = String(hours)
    for (const name of ['year', 'typeCode', 'subject', 'hours'] as const)
      if (next[name] !== fields.values[name]) fields.set(name, next[name])
  }
  return {
    fields,
    files: filesIn(fields.values.attachments),
    setFiles: (next: Evidence[]) => fields.set('attachments', JSON.stringify(next)),
    follow,
    rule: rule(fields.values.typeCode),
    fixed: fixedHours(rule(fields.values.typeCode), wireOf(fields.values, []), offer) !== null,
  }
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

/** What the form holds as the desktop's form holds it, too. */
export function wireOf(values: ApplyValues, attachments: Evidence[]): Partial<Fields> {
  const { year, typeCode, subject, hours, startDate, endDate, reason } = values
  return {
    ...(year ? { year: Number(year) } : {}),
    typeCode,
    subject: subject || null,
    hours: typedNumber(hours),
    startDate,
    endDate,
    reason,
    attachments,
  }
}
