import type { StaffCalls } from '@ce/contract'
import { callQueries } from './call-queries.ts'
import { makeCall } from './make-call.ts'
import { readStaffSession } from './staff-session.ts'

export type StaffCallName = keyof StaffCalls
export type StaffInput<Name extends StaffCallName> = StaffCalls[Name]['request']
export type StaffOutput<Name extends StaffCallName> = StaffCalls[Name]['response']

/** product §3: the staff console's API */
export const staffBase = '/api/staff'

/**
 * Makes one call of the console.
 * @throws CallRefused (a rule said no), CallFailed (HTTP error), CallOffline (no answer), AbortError
 */
export const staffCall = makeCall<StaffCalls>(staffBase, () => readStaffSession()?.token)

/** As `read` … `useWrite` of call-queries.ts; keys are `['staff', name, input]`. */
export const {
  read: staffRead,
  readPage: staffReadPage,
  readLinked: staffReadLinked,
  readToEdit: staffReadToEdit,
  useWrite: useStaffWrite,
} = callQueries<StaffCalls, readonly ['staff']>(staffCall, ['staff'])
