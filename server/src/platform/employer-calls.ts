import { type AnyCallDefinition, type CallDefinition, employerBase } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { abortOnDisconnect } from './abort-on-disconnect.ts'
import type { OrganisationActor } from './auth/sessions.ts'
import { type CallContext, registerDeskRoute } from './calls.ts'
import type { Deps } from './deps.ts'
import { refuse } from './errors.ts'
import type { DeskRouteOptions, WorkloadDeps } from './workloads.ts'

export type { OrganisationActor } from './auth/sessions.ts'

export type EmployerCaller = OrganisationActor & { ip: string }

/** What a route of employers passes to its service. For the audience `public`, `employer` is a placeholder. */
type EmployerCallContext<Req extends z.ZodType> = Omit<CallContext<Req>, 'student'> & {
  employer: EmployerCaller
  /** Aborts when the caller disconnects. */
  gone: AbortSignal
}

/** Registers one call of employers. It refuses an employer who has not changed the one-time password yet. */
export function registerEmployerRoute<Req extends z.ZodType, Res extends z.ZodType>(
  app: FastifyInstance,
  workloads: WorkloadDeps,
  call: CallDefinition<'GET' | 'POST', string, Req, Res>,
  handle: (context: EmployerCallContext<Req>) => Promise<z.input<Res>>,
  options: DeskRouteOptions = {},
): void {
  const desk = { ...options, base: employerBase, nobody, admit }
  registerDeskRoute(app, workloads, call, desk, ({ who, ...context }) =>
    handle({ ...context, employer: who, gone: abortOnDisconnect(context.reply) }),
  )
}

async function admit(
  deps: Deps,
  { before }: AnyCallDefinition,
  authorization: string | undefined,
): Promise<OrganisationActor> {
  const actor = await deps.organisationSessions.require(authorization)
  if (actor.mustChangePassword && before !== 'PASSWORD') refuse('organisation.passwordChangeNeeded')
  return actor
}

const nobody: OrganisationActor = {
  organisationId: '',
  name: '',
  creditCode: '',
  mustChangePassword: false,
  tokenHash: '',
}
