import type { DeskStudent } from '@ce/client/staff/student_desk.ts'

export interface StudentCorrectionFields {
  name: string
  idType: DeskStudent['idType']
  /** The typed full ID number; empty means no change. */
  idNo: string
  phone: string
  certificateNo: string
}

/** Number fields start empty, because only masked numbers are known. */
export function toCorrectionFields({ name, idType, certificateNo }: DeskStudent): StudentCorrectionFields {
  return { name, idType, certificateNo, idNo: '', phone: '' }
}

/** Leaves out unchanged fields, because a colleague may have corrected them meanwhile. */
export function changedCorrectionFields(
  read: StudentCorrectionFields,
  fields: StudentCorrectionFields,
): Partial<StudentCorrectionFields> {
  const names = Object.keys(read) as (keyof StudentCorrectionFields)[]
  return Object.fromEntries(names.filter((name) => fields[name] !== read[name]).map((name) => [name, fields[name]]))
}
