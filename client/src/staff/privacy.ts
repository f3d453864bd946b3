import {
  type StaffInput,
  type StaffOutput,
  staffReadLinked,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'

export type CorrectionHead = StaffOutput<'GET /privacy/v1/corrections'>['list'][number]
export type CorrectionRequest = StaffOutput<'GET /privacy/v1/correction'>

/** A page: the open ones first, the oldest of them on top; then the newest. */
export const correctionQueueQuery = (input: StaffInput<'GET /privacy/v1/corrections'>) =>
  staffReadPage('GET /privacy/v1/corrections', input)

/** With its evidence; each look is written to the audit log. */
export const correctionQuery = (id: string) => staffReadLinked('GET /privacy/v1/correction', { id })

/** A yes corrects the student at once and issues the valid proof anew. */
export const useDecideCorrection = () =>
  useStaffWrite(
    'POST /privacy/v1/decide_correction',
    [
      'GET /privacy/v1/corrections',
      'GET /privacy/v1/correction',
      'GET /student_desk/v1/info',
      'POST /student_desk/v1/list',
    ],
    { quiet: true },
  )
