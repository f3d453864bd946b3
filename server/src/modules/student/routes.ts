import { clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { newChallenge } from '../../platform/auth/challenges.ts'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { login, logout } from './service/login.ts'
import { modifyPassword, modifyProfile, readProfile } from './service/profile.ts'
import { register } from './service/register.ts'

const calls = clientCalls.student

export default function studentRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.login, ({ input, ...from }) => login(deps, input, clientOf(from)))
  route(app, deps, calls.register, ({ input, ...from }) => register(deps, input, clientOf(from)))
  route(app, deps, calls.challenge, () => newChallenge(deps.db, deps.keys))
  route(app, deps, calls.logout, ({ student, ...from }) => logout(deps, student, clientOf(from)))
  route(app, deps, calls.profile, ({ student }) => readProfile(deps, student))
  route(app, deps, calls.modify, ({ student, input, ...from }) =>
    modifyProfile(deps, student, input, clientOf(from)),
  )
  route(app, deps, calls.modifyPassword, ({ student, input, ...from }) =>
    modifyPassword(deps, student, input, clientOf(from)),
  )
}

function clientOf({ ip, userAgent }: { ip: string; userAgent: string }) {
  return { ip, userAgent }
}
