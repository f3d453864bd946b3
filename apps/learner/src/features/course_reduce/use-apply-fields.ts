import type { Evidence, Reduction, ReductionOffer } from '@ce/client/course_reduce.ts'
import { numberProblem, typedNumber } from '@ce/contract/typed-number'
import { useState } from 'react'
import { needed } from '../../form/checks.ts'
import { useFields } from '../../form/use-fields.ts'
import { type Fields, fieldsOf, fixedHours, type Rule, ruleOf } from './fields.ts'
import { hoursRange, missing } from './form-words.ts'

export type Subject = NonNullable<Fields['subject']>

/** An application as a form holds it. `attachments`: how many there are, so that problems have a field to stand at. */
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
  const [files, setFiles] = useState<Evidence[]>(start.attachments ?? [])
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
      attachments: String(files.length),
    },
    {
      year: needed(missing.year),
      typeCode: needed(missing.typeCode),
      subject: needed(missing.subject),
      hours: (hours) => (typedNumber(hours) === null ? missing.hours : hoursProblem(hours)),
      startDate: needed(missing.startDate),
      endDate: needed(missing.endDate),
      reason: needed(missing.reason),
      attachments: (_count, { typeCode }) => {
        const least = rule(typeCode)?.minFiles ?? 1
        return files.length < least ? missing.files(least) : null
      },
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
    files,
    setFiles: (next: Evidence[]) => {
      setFiles(next)
      fields.set('attachments', String(next.length))
    },
    follow,
    rule: rule(fields.values.typeCode),
    fixed: fixedHours(rule(fields.values.typeCode), wireOf(fields.values, []), offer) !== null,
  }
}

/** What is wrong with the hours as they were typed; null: nothing, or none were. */
export function hoursProblem(hours: string): string | null {
  return numberProblem(hoursRange, typedNumber(hours))
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
