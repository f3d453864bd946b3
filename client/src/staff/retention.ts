import { type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type RetentionRule = StaffOutput<'GET /retention/v1/rules'>['list'][number]

/** How long each kind of data is kept, and within which bounds staff may set it. */
export const retentionQuery = () => staffRead('GET /retention/v1/rules', {})

/** The next night's run goes by it. */
export const useSetRetention = () =>
  useStaffWrite('POST /retention/v1/set', ['GET /retention/v1/rules'], { quiet: true })
