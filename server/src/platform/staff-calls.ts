import { type AnyCall, type CallDefinition, staffBase } from '@ce/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { StaffActor, StaffDuties } from './auth/staff-sessions.ts'
import { checkedInput, enveloped, jsonType } from './calls.ts'
import { clientIp } from './client-ip.ts'
import type { Deps } from './deps.ts'
import { refuse } from './errors.ts'
import type { DeskOptions, Workloads } from './workloads.ts'

export type { StaffActor } from './auth/staff-sessions.ts'

/** A member of staff at work: who, and from where, as audit rows tell it. */
export type StaffAtWork = StaffActor & { ip: string }

/** What a route of the console hands to its service. */
export interface StaffCallContext<Req extends z.ZodType> {
  /** over the connections of the desks, or of exports */
  deps: Deps
  input: z.output<Req>
  /** nobody for the audience `public` */
  staff: StaffAtWork
  ip: string
  userAgent: string
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Registers one call of the console: session, duties and permission are checked before the body is even read,
 * then its input; the answer gets its envelope. */
export function staffRoute<Req extends z.ZodType, Res extends z.ZodType>(
  app: FastifyInstance,
  workloads: Workloads,
  call: CallDefinition<'GET' | 'POST', string, Req, Res>,
  handle: (context: StaffCallContext<Req>) => Promise<z.input<Res>>,
  { bodyLimit, workload = 'desk' }: DeskOptions = {},
): void {
  const deps = workloads[workload]
  const askers = new WeakMap<FastifyRequest, StaffActor>()
  app.route({
    method: call.method,
    url: staffBase + call.path,
    ...(bodyLimit && { bodyLimit }),
    onRequest: async (request) => {
      if (call.audience === 'staff') askers.set(request, await mayCall(deps, call, request))
    },
    handler: async (request, reply) => {
      const ip = clientIp(request)
      const given = await handle({
        deps,
        input: checkedInput(call, request),
        staff: { ...(askers.get(request) ?? nobody), ip },
        ip,
        userAgent: request.headers['user-agent'] ?? '',
        request,
        reply,
      })
      return reply.type(jsonType).send(enveloped(call, given))
    },
  })
}

async function mayCall(
  deps: Deps,
  call: Pick<AnyCall, 'before' | 'permission'>,
  request: FastifyRequest,
): Promise<StaffActor> {
  const { staff, duties } = await deps.staffSessions.require(request.headers.authorization)
  checkDuties(duties, call)
  if (call.permission && !staff.permissions.has(call.permission)) refuse('staff.forbidden')
  return staff
}

function checkDuties(duties: StaffDuties, { before }: Pick<AnyCall, 'before'>): void {
  if (duties.passwordChange && before !== 'PASSWORD') refuse('staff.passwordChangeNeeded')
  if (duties.totpSetup && !before) refuse('staff.totpSetupNeeded')
}

const nobody: StaffActor = {
  staffId: '',
  username: '',
  name: '',
  permissions: new Set(),
  tokenHash: '',
}
