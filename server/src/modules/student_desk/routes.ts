import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { correct, endSessions, resetPassword, reveal, unlock } from './service/account.ts'
import {
  checkMerge,
  decideMerge,
  deskMerges,
  proposeMerge,
  withdrawMerge,
} from './service/merge.ts'
import { deskSecurityLog, deskStudent, deskStudents } from './service/read.ts'

export default function studentDeskRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.student_desk
  staffRoute(app, deps, calls.list, ({ input }) => deskStudents(deps, input))
  staffRoute(app, deps, calls.info, ({ staff, input }) => deskStudent(deps, staff, input))
  staffRoute(app, deps, calls.securityLog, ({ input }) => deskSecurityLog(deps, input))
  staffRoute(app, deps, calls.reveal, ({ staff, input }) => reveal(deps, staff, input))
  staffRoute(app, deps, calls.resetPassword, ({ staff, input }) =>
    resetPassword(deps, staff, input),
  )
  staffRoute(app, deps, calls.unlock, ({ staff, input }) => unlock(deps, staff, input))
  staffRoute(app, deps, calls.endSessions, ({ staff, input }) => endSessions(deps, staff, input))
  staffRoute(app, deps, calls.correct, ({ staff, input }) => correct(deps, staff, input))
  staffRoute(app, deps, calls.merges, ({ staff, input }) => deskMerges(deps, staff, input))
  staffRoute(app, deps, calls.mergeCheck, ({ input }) => checkMerge(deps, input))
  staffRoute(app, deps, calls.proposeMerge, ({ staff, input }) => proposeMerge(deps, staff, input))
  staffRoute(app, deps, calls.decideMerge, ({ staff, input }) => decideMerge(deps, staff, input))
  staffRoute(app, deps, calls.withdrawMerge, ({ staff, input }) =>
    withdrawMerge(deps, staff, input),
  )
}
