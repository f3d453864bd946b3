import { type AnyCallDefinition, type CallDefinition, staffBase } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { RequiredStaffSteps } from './auth/session-kinds.ts'
import type { StaffActor } from './auth/sessions.ts'
import { type CallContext, registerDeskRoute } from './calls.ts'
import type { Deps } from './deps.ts'
import { refuse } from './errors.ts'
import type { DeskRouteOptions, WorkloadDeps } from './workloads.ts'

export type { StaffActor } from './auth/sessions.ts'

export type StaffAtWork = StaffActor & { ip: string }

/** What a route passes to its service. In a call of the audience `public`, the fields of `staff` are empty. */
type StaffCallContext<Req extends z.ZodType> = Omit<CallContext<Req>, 'student'> & {
  staff: StaffAtWork
}

/**
 * Registers one staff call. It is refused if the caller must first change the password or set up the authenticator, or
 * lacks the permission.
 */
export function registerStaffRoute<Req extends z.ZodType, Res extends z.ZodType>(
  app: FastifyInstance,
  workloads: WorkloadDeps,
  call: CallDefinition<'GET' | 'POST', string, Req, Res>,
  handle: (context: StaffCallContext<Req>) => Promise<z.input<Res>>,
  options: DeskRouteOptions = {},
): void {
  const desk = { ...options, base: staffBase, nobody, admit }
  registerDeskRoute(app, workloads, call, desk, ({ who, ...context }) => handle({ ...context, staff: who }))
}

async function admit(deps: Deps, call: AnyCallDefinition, authorization: string | undefined): Promise<StaffActor> {
  const { duties, ...staff } = await deps.staffSessions.require(authorization)
  checkDuties(duties, call)
  if (call.permission && !staff.permissions.has(call.permission)) refuse('staff.forbidden')
  return staff
}

function checkDuties(duties: RequiredStaffSteps, { before }: AnyCallDefinition): void {
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
