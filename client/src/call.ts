import type { ClientCalls } from '@ce/contract'
import { makeCall, requestBelow } from './make-call.ts'
import { readSession } from './session.ts'

export { CallFailed, CallOffline, CallRefused } from './answers.ts'
export type { CallOptions } from './make-call.ts'

export type CallName = keyof ClientCalls
export type Input<Name extends CallName> = ClientCalls[Name]['request']
export type Output<Name extends CallName> = ClientCalls[Name]['response']

/** specification §7: the provider's client API */
export const base = '/api/client'

/**
 * Makes one call of learners and visitors.
 * @throws CallRefused (a rule said no), CallFailed (HTTP error), CallOffline (no answer), AbortError
 */
export const call = makeCall<ClientCalls>(base, () => readSession()?.token)

/** The request of one call, for whoever sends it by other means. */
export const request = (name: string, input: unknown) => requestBelow(base, name, input)
