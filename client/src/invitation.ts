import type { Output } from './call.ts'
import { read, useWrite } from './query.ts'

export type Invitation = Output<'GET /invitation/v1/mine'>['list'][number]

/** Employers that want to pay for me. */
export const myInvitationsQuery = () => read('GET /invitation/v1/mine', {})

const reads = ['GET /invitation/v1/mine'] as const
export const useConfirmInvitation = () => useWrite('POST /invitation/v1/confirm', reads)
export const useDeclineInvitation = () => useWrite('POST /invitation/v1/decline', reads)
