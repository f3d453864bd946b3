import type { Output } from './call.ts'
import { read, useWrite } from './query.ts'

export type Invitation = Output<'GET /invitation/v1/mine'>['list'][number]

/** Employers that want to pay for me. */
export const myInvitationsQuery = () => read('GET /invitation/v1/mine', {})

const reads = ['GET /invitation/v1/mine'] as const
/** With the courses chosen; the employer then sees that one agreed, and how far one is. */
export const useConfirmInvitation = () => useWrite('POST /invitation/v1/confirm', reads)
/** Says no, or takes a yes back; not after the employer's order. */
export const useDeclineInvitation = () => useWrite('POST /invitation/v1/decline', reads)
