import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type StaffInput, type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type CorrectionHead = StaffOutput<'GET /privacy/v1/corrections'>['list'][number]
export type CorrectionRequest = StaffOutput<'GET /privacy/v1/correction'>

export const correctionQueueQuery = (input: StaffInput<'GET /privacy/v1/corrections'>) =>
  queryOptions({
    ...staffRead('GET /privacy/v1/corrections', input),
    placeholderData: keepPreviousData,
  })

/** private links live ten minutes: renewed before */
const renewMs = 8 * 60_000

export const correctionQuery = (id: string) =>
  queryOptions({ ...staffRead('GET /privacy/v1/correction', { id }), refetchInterval: renewMs })

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
