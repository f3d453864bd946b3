import type { EmployerCalls } from '@ce/contract'
import { callQueries } from './call-queries.ts'
import { readEmployerSession } from './employer-session.ts'
import { makeCall } from './make-call.ts'

export type EmployerCallName = keyof EmployerCalls
export type EmployerInput<Name extends EmployerCallName> = EmployerCalls[Name]['request']
export type EmployerOutput<Name extends EmployerCallName> = EmployerCalls[Name]['response']

const employerBase = '/api/employer'

/** Makes one call of an employer. @throws CallRefused, CallFailed, CallOffline, AbortError */
export const employerCall = makeCall<EmployerCalls>(employerBase, () => readEmployerSession()?.token)

/** The query keys are `['employer', name, input]`. */
export const {
  read: employerRead,
  readPage: employerReadPage,
  readLinked: employerReadLinked,
  useWrite: useEmployerWrite,
} = callQueries<EmployerCalls, readonly ['employer']>(employerCall, ['employer'])
