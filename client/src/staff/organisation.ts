import { type StaffInput, type StaffOutput, staffReadPage, useStaffWrite } from '../staff-call.ts'

export type Organisation = StaffOutput<'GET /organisation/v1/list'>['list'][number]

/** A page, newest first. */
export const organisationsQuery = (input: StaffInput<'GET /organisation/v1/list'>) =>
  staffReadPage('GET /organisation/v1/list', input)

const renews = ['GET /organisation/v1/list'] as const
/** the dialogs show what went wrong themselves */
const quiet = { quiet: true }

/** Answers a password that is shown once; a repeat has none. */
export const useCreateOrganisation = () =>
  useStaffWrite('POST /organisation/v1/create', renews, quiet)
/** Disabling ends its sessions at once. */
export const useUpdateOrganisation = () =>
  useStaffWrite('POST /organisation/v1/update', renews, quiet)
/** Answers a password that is shown once; its sessions end, a lock is lifted. */
export const useResetOrganisation = () =>
  useStaffWrite('POST /organisation/v1/reset', renews, quiet)
