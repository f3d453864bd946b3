import type { ClientCalls } from '@ce/contract'
import { buildRequest, makeCall } from './make-call.ts'
import { readSession } from './session.ts'

export { CallFailed, CallOffline, CallRefused } from './answers.ts'
export type { CallOptions } from './make-call.ts'

export type ClientCallName = keyof ClientCalls
export type ClientInput<Name extends ClientCallName> = ClientCalls[Name]['request']
export type ClientOutput<Name extends ClientCallName> = ClientCalls[Name]['response']

/** Base path of the calls of students and visitors (docs/rules/calls.md#bases-and-names). */
export const clientCallsBase = '/api/client'

/** Makes one call of a student or visitor. @throws CallRefused, CallFailed, CallOffline, AbortError */
export const callClient = makeCall<ClientCalls>(clientCallsBase, () => readSession()?.token)

export const buildClientRequest = (name: string, input: unknown) => buildRequest(clientCallsBase, name, input)
