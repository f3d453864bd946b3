import type { Student } from '@ce/client/staff/student_desk.ts'

export interface CorrectFields {
  name: string
  idType: Student['idType']
  /** whole; empty: it stays */
  idNo: string
  phone: string
  certificateNo: string
}

/** What the form begins with: numbers that are shown masked begin empty. */
export function correctFieldsOf({ name, idType, certificateNo }: Student): CorrectFields {
  return { name, idType, certificateNo, idNo: '', phone: '' }
}

/** What somebody changed in the form, and nothing else: the rest may have been corrected by a colleague since it was read. */
export function corrected(read: CorrectFields, fields: CorrectFields): Partial<CorrectFields> {
  const names = Object.keys(read) as (keyof CorrectFields)[]
  return Object.fromEntries(
    names.filter((name) => fields[name] !== read[name]).map((name) => [name, fields[name]]),
  )
}
