import { type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type RetentionRule = StaffOutput<'GET /retention/v1/rules'>['list'][number]

export const retentionQuery = () => staffRead('GET /retention/v1/rules', {})

/** A changed retention takes effect with the next nightly run. */
export const useSetRetention = () =>
  useStaffWrite('POST /retention/v1/set', ['GET /retention/v1/rules'], { quiet: true })
