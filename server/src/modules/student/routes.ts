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
  route(app, deps, calls.login, ({ input, ip, userAgent }) => login(deps, input, { ip, userAgent }))
  route(app, deps, calls.register, ({ input, ip, userAgent }) =>
    register(deps, input, { ip, userAgent }),
  )
  route(app, deps, calls.challenge, () => newChallenge(deps.db, deps.keys))
  route(app, deps, calls.logout, ({ student, ip, userAgent }) =>
    logout(deps, student, { ip, userAgent }),
  )
  route(app, deps, calls.profile, ({ student }) => readProfile(deps, student))
  route(app, deps, calls.modify, ({ student, input, ip, userAgent }) =>
    modifyProfile(deps, student, input, { ip, userAgent }),
  )
  route(app, deps, calls.modifyPassword, ({ student, input, ip, userAgent }) =>
    modifyPassword(deps, student, input, { ip, userAgent }),
  )
}
