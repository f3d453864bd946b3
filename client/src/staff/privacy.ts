import type { StaffInput, StaffOutput } from '../staff-call.ts'
import { staffReadLinked, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type CorrectionSummary = StaffOutput<'GET /privacy/v1/corrections'>['list'][number]
export type CorrectionRequest = StaffOutput<'GET /privacy/v1/correction'>

export const correctionQueueQuery = (input: StaffInput<'GET /privacy/v1/corrections'>) =>
  staffReadPage('GET /privacy/v1/corrections', input)

/** Each view of a correction's evidence is audited. */
export const correctionQuery = (id: string) => staffReadLinked('GET /privacy/v1/correction', { id })

/** An approved correction changes the student and reissues the valid proof. */
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
