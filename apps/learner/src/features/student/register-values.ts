import type { RegisterFields } from './registration.ts'

/** What the form starts from; a select's values are texts. */
export const emptyRegistration = {
  name: '',
  idType: 'ID_CARD',
  idNo: '',
  certificateNo: '',
  titleCode: '0',
  employer: '',
  phone: '',
  password: '',
  repeated: '',
  agreed: false,
}
export type RegisterValues = typeof emptyRegistration

/** The texts of the selects are those of the tables they were filled from. */
export function asTyped({ titleCode, ...values }: RegisterValues): RegisterFields {
  return { ...values, titleCode: Number(titleCode) } as RegisterFields
}
