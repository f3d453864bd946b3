import type { Evidence, Reduction, ReductionOffer } from '@ce/client/course_reduce.ts'

export interface Fields {
  year: number
  typeCode: string
  subject: 'PROFESSIONAL' | 'PUBLIC' | null
  hours: number | null
  startDate: string
  endDate: string
  reason: string
  attachments: Evidence[]
}

export type Rule = Reduction['rule']

/** What the form begins with. */
export function fieldsOf(reduction: Reduction | null, offer: ReductionOffer): Partial<Fields> {
  if (!reduction) {
    const year = offer.years[0]?.year
    return { ...(year ? { year } : {}), startDate: '', endDate: '', reason: '', attachments: [] }
  }
  const { year, typeCode, subject, hours, startDate, endDate, reason, attachments } = reduction
  const dates = { startDate: startDate ?? '', endDate: endDate ?? '' }
  return { year, typeCode, subject, hours, ...dates, reason, attachments }
}

/** The rule that judges a type's application: what was handed in keeps its own. */
export function ruleOf(
  typeCode: string | undefined,
  offer: ReductionOffer,
  reduction: Reduction | null,
): Rule | null {
  if (reduction?.submittedAt && reduction.typeCode === typeCode) return reduction.rule
  return offer.types.find(({ code }) => code === typeCode) ?? null
}

/** What follows from the type, year and subject alone; null: the student says how many hours. */
export function fixedHours(
  rule: Rule | null,
  { year, subject }: Pick<Partial<Fields>, 'year' | 'subject'>,
  offer: ReductionOffer,
): number | null {
  if (rule?.hoursMode === 'FIXED') return rule.hours
  if (rule?.hoursMode !== 'FULL_YEAR' || !subject) return null
  const required = offer.years.find((one) => one.year === year)?.required
  return required?.[subject === 'PUBLIC' ? 'public' : 'professional'] ?? null
}

/** As the wire has a draft: what is not filled in is null. */
export function draftOf(fields: Partial<Fields>) {
  return {
    year: fields.year ?? 0,
    typeCode: fields.typeCode ?? '',
    subject: fields.subject ?? null,
    hours: fields.hours ?? null,
    startDate: fields.startDate || null,
    endDate: fields.endDate || null,
    reason: fields.reason ?? '',
    attachments: (fields.attachments ?? []).map(({ fileId }) => fileId),
  }
}
