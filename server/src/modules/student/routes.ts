import { clientBase, clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { newChallenge } from '../../platform/auth/challenges.ts'
import { deviceOf } from '../../platform/auth/known-device.ts'
import { route } from '../../platform/calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { acceptAgreements, myAgreements } from './service/agreements.ts'
import { login, logout } from './service/login.ts'
import { modifyPassword, modifyProfile, readProfile } from './service/profile.ts'
import { register } from './service/register.ts'

const calls = clientCalls.student
/** the calls that bring a device's cookie along */
const devicePath = `${clientBase}/student/v1`

export default function studentRoutes(app: FastifyInstance, workloads: Workloads): void {
  route(app, workloads, calls.login, ({ deps, input, ip, userAgent, ...http }) =>
    login(deps, input, { ip, userAgent }, deviceOf(deps, devicePath, http)),
  )
  route(app, workloads, calls.register, ({ deps, input, ip, userAgent, ...http }) =>
    register(deps, input, { ip, userAgent }, deviceOf(deps, devicePath, http)),
  )
  route(app, workloads, calls.challenge, ({ deps }) => newChallenge(deps.db, deps.keys))
  route(app, workloads, calls.logout, ({ deps, student, ip, userAgent }) =>
    logout(deps, student, { ip, userAgent }),
  )
  route(app, workloads, calls.profile, ({ deps, student }) => readProfile(deps, student))
  route(app, workloads, calls.modify, ({ deps, student, input, ip, userAgent }) =>
    modifyProfile(deps, student, input, { ip, userAgent }),
  )
  route(app, workloads, calls.modifyPassword, ({ deps, student, input, ip, userAgent, ...http }) =>
    modifyPassword(deps, student, input, { ip, userAgent }, deviceOf(deps, devicePath, http)),
  )
  route(app, workloads, calls.agreements, ({ deps, student }) => myAgreements(deps, student))
  route(app, workloads, calls.acceptAgreements, ({ deps, student, input }) =>
    acceptAgreements(deps, student, input),
  )
}
