import type { ClientOutput } from './call.ts'
import { read, useWrite } from './query.ts'

export type Invitation = ClientOutput<'GET /invitation/v1/mine'>['list'][number]

export const myInvitationsQuery = () => read('GET /invitation/v1/mine', {})

const reads = ['GET /invitation/v1/mine'] as const
export const useConfirmInvitation = () => useWrite('POST /invitation/v1/confirm', reads)
/** Declines an employer's invitation, or withdraws an acceptance before the employer creates an order. */
export const useDeclineInvitation = () => useWrite('POST /invitation/v1/decline', reads)
