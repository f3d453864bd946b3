import { type AnyCall, type CallDefinition, employerBase } from '@ce/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { OrganisationActor } from './auth/organisation-sessions.ts'
import { checkedInput, enveloped, jsonType } from './calls.ts'
import { clientIp } from './client-ip.ts'
import type { Deps } from './deps.ts'
import { refuse } from './errors.ts'
import { hungUp } from './hung-up.ts'
import type { DeskOptions, Workloads } from './workloads.ts'

export type { OrganisationActor } from './auth/organisation-sessions.ts'

/** An employer at work: which, and from where, as audit rows tell it. */
export type EmployerAtWork = OrganisationActor & { ip: string }

/** What a route of the employers' pages hands to its service. */
export interface EmployerCallContext<Req extends z.ZodType> {
  /** over the connections of the desks, or of exports */
  deps: Deps
  input: z.output<Req>
  /** nobody for the audience `public` */
  employer: EmployerAtWork
  ip: string
  userAgent: string
  request: FastifyRequest
  reply: FastifyReply
  /** whoever asked has hung up */
  gone: AbortSignal
}

/**
 * Registers one call of the employers: the session, and that the one-time password was changed, are checked before the
 * body is even read.
 */
export function employerRoute<Req extends z.ZodType, Res extends z.ZodType>(
  app: FastifyInstance,
  workloads: Workloads,
  call: CallDefinition<'GET' | 'POST', string, Req, Res>,
  handle: (context: EmployerCallContext<Req>) => Promise<z.input<Res>>,
  { bodyLimit, workload = 'desk' }: DeskOptions = {},
): void {
  const deps = workloads[workload]
  const askers = new WeakMap<FastifyRequest, OrganisationActor>()
  app.route({
    method: call.method,
    url: employerBase + call.path,
    ...(bodyLimit && { bodyLimit }),
    onRequest: async (request) => {
      if (call.audience === 'employer') askers.set(request, await mayCall(deps, call, request))
    },
    handler: async (request, reply) => {
      const ip = clientIp(request)
      const given = await handle({
        deps,
        input: checkedInput(call, request),
        employer: { ...(askers.get(request) ?? nobody), ip },
        ip,
        userAgent: request.headers['user-agent'] ?? '',
        request,
        reply,
        gone: hungUp(reply),
      })
      return reply.type(jsonType).send(enveloped(call, given))
    },
  })
}

async function mayCall(
  deps: Deps,
  call: Pick<AnyCall, 'before'>,
  request: FastifyRequest,
): Promise<OrganisationActor> {
  const actor = await deps.organisationSessions.require(request.headers.authorization)
  if (actor.mustChangePassword && call.before !== 'PASSWORD')
    refuse('organisation.passwordChangeNeeded')
  return actor
}

const nobody: OrganisationActor = {
  organisationId: '',
  name: '',
  creditCode: '',
  mustChangePassword: false,
  tokenHash: '',
}
