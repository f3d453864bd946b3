import { type StaffInput, type StaffOutput, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type Organisation = StaffOutput<'GET /organisation/v1/list'>['list'][number]

export const organisationsQuery = (input: StaffInput<'GET /organisation/v1/list'>) =>
  staffReadPage('GET /organisation/v1/list', input)

const renews = ['GET /organisation/v1/list'] as const
/** the dialogs show what went wrong themselves */
const quiet = { quiet: true }

export const useCreateOrganisation = () =>
  useStaffWrite('POST /organisation/v1/create', renews, quiet)
export const useUpdateOrganisation = () =>
  useStaffWrite('POST /organisation/v1/update', renews, quiet)
export const useResetOrganisation = () =>
  useStaffWrite('POST /organisation/v1/reset', renews, quiet)
