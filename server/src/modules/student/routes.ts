import { clientBase, clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { issueChallenge } from '../../platform/auth/challenges.ts'
import { readSignInDevice } from '../../platform/auth/known-device.ts'
import { registerRoute } from '../../platform/calls.ts'
import type { WorkloadDeps } from '../../platform/workloads.ts'
import { acceptAgreements, listMissingAgreements } from './service/agreements.ts'
import { loginStudent, logoutStudent } from './service/login.ts'
import { changeStudentPassword, modifyProfile, readProfile } from './service/profile.ts'
import { registerStudent } from './service/register.ts'

const calls = clientCalls.student
/** Calls below this path need the device cookie. */
const devicePath = `${clientBase}/student/v1`

export default function studentRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerRoute(app, workloads, calls.login, ({ deps, input, ip, userAgent, ...http }) =>
    loginStudent(deps, input, { ip, userAgent }, readSignInDevice(deps, devicePath, http)),
  )
  registerRoute(app, workloads, calls.register, ({ deps, input, ip, userAgent, ...http }) =>
    registerStudent(deps, input, { ip, userAgent }, readSignInDevice(deps, devicePath, http)),
  )
  registerRoute(app, workloads, calls.challenge, ({ deps }) => issueChallenge(deps.db, deps.keys))
  registerRoute(app, workloads, calls.logout, ({ deps, student, ip, userAgent }) =>
    logoutStudent(deps, student, { ip, userAgent }),
  )
  registerRoute(app, workloads, calls.profile, ({ deps, student }) => readProfile(deps, student))
  registerRoute(app, workloads, calls.modify, ({ deps, student, input, ip, userAgent }) =>
    modifyProfile(deps, student, input, { ip, userAgent }),
  )
  registerRoute(app, workloads, calls.modifyPassword, ({ deps, student, input, ip, userAgent, ...http }) =>
    changeStudentPassword(deps, student, input, { ip, userAgent }, readSignInDevice(deps, devicePath, http)),
  )
  registerRoute(app, workloads, calls.agreements, ({ deps, student }) => listMissingAgreements(deps, student))
  registerRoute(app, workloads, calls.acceptAgreements, ({ deps, student, input }) =>
    acceptAgreements(deps, student, input),
  )
}
