import type { StaffCalls } from '@ce/contract'
import { callQueries } from './call-queries.ts'
import { makeCall } from './make-call.ts'
import { readStaffSession } from './staff-session.ts'

export type StaffCallName = keyof StaffCalls
export type StaffInput<Name extends StaffCallName> = StaffCalls[Name]['request']
export type StaffOutput<Name extends StaffCallName> = StaffCalls[Name]['response']

export const staffCallsBase = '/api/staff'

/** Makes a staff call. @throws CallRefused (rule), CallFailed (HTTP error), CallOffline (no response), AbortError. */
export const staffCall = makeCall<StaffCalls>(staffCallsBase, () => readStaffSession()?.token)

/** Query keys are `['staff', name, input]`. */
export const {
  read: staffRead,
  readPage: staffReadPage,
  readLinked: staffReadLinked,
  readToEdit: staffReadToEdit,
  useWrite: useStaffWrite,
} = callQueries<StaffCalls, readonly ['staff']>(staffCall, ['staff'])
