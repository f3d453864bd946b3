import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { correct, endSessions, resetPassword, reveal, unlock } from './service/account.ts'
import {
  checkMerge,
  decideMerge,
  deskMerges,
  proposeMerge,
  withdrawMerge,
} from './service/merge.ts'
import { deskMessages, deskSecurityLog, deskStudent, deskStudents } from './service/read.ts'

export default function studentDeskRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.student_desk
  staffRoute(app, workloads, calls.list, ({ deps, input }) => deskStudents(deps, input))
  staffRoute(app, workloads, calls.info, ({ deps, staff, input }) =>
    deskStudent(deps, staff, input),
  )
  staffRoute(app, workloads, calls.securityLog, ({ deps, input }) => deskSecurityLog(deps, input))
  staffRoute(app, workloads, calls.messages, ({ deps, input }) => deskMessages(deps, input))
  staffRoute(app, workloads, calls.reveal, ({ deps, staff, input }) => reveal(deps, staff, input))
  staffRoute(app, workloads, calls.resetPassword, ({ deps, staff, input }) =>
    resetPassword(deps, staff, input),
  )
  staffRoute(app, workloads, calls.unlock, ({ deps, staff, input }) => unlock(deps, staff, input))
  staffRoute(app, workloads, calls.endSessions, ({ deps, staff, input }) =>
    endSessions(deps, staff, input),
  )
  staffRoute(app, workloads, calls.correct, ({ deps, staff, input }) => correct(deps, staff, input))
  staffRoute(app, workloads, calls.merges, ({ deps, staff, input }) =>
    deskMerges(deps, staff, input),
  )
  staffRoute(app, workloads, calls.mergeCheck, ({ deps, input }) => checkMerge(deps, input))
  staffRoute(app, workloads, calls.proposeMerge, ({ deps, staff, input }) =>
    proposeMerge(deps, staff, input),
  )
  staffRoute(app, workloads, calls.decideMerge, ({ deps, staff, input }) =>
    decideMerge(deps, staff, input),
  )
  staffRoute(app, workloads, calls.withdrawMerge, ({ deps, staff, input }) =>
    withdrawMerge(deps, staff, input),
  )
}
