import { type StaffInput, type StaffOutput, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type Organisation = StaffOutput<'GET /organisation/v1/list'>['list'][number]

export const organisationsQuery = (input: StaffInput<'GET /organisation/v1/list'>) =>
  staffReadPage('GET /organisation/v1/list', input)

const renews = ['GET /organisation/v1/list'] as const
/** The dialogs show errors themselves. */
const quiet = { quiet: true }

/** Returns a password that is shown once; a repeated request returns none. */
export const useCreateOrganisation = () => useStaffWrite('POST /organisation/v1/create', renews, quiet)
/** A disabled employer's sessions end immediately. */
export const useUpdateOrganisation = () => useStaffWrite('POST /organisation/v1/update', renews, quiet)
export const useResetOrganisationPassword = () => useStaffWrite('POST /organisation/v1/reset', renews, quiet)
