import {
  type StaffInput,
  type StaffOutput,
  staffReadLinked,
  staffReadPage,
  useStaffWrite,
} from '../staff-call.ts'

export type CorrectionHead = StaffOutput<'GET /privacy/v1/corrections'>['list'][number]
export type CorrectionRequest = StaffOutput<'GET /privacy/v1/correction'>

export const correctionQueueQuery = (input: StaffInput<'GET /privacy/v1/corrections'>) =>
  staffReadPage('GET /privacy/v1/corrections', input)

export const correctionQuery = (id: string) => staffReadLinked('GET /privacy/v1/correction', { id })

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
