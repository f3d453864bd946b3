import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import {
  correctStudent,
  endStudentSessions,
  resetStudentPassword,
  revealStudentNumbers,
  unlockStudent,
} from './service/account.ts'
import { checkMerge, decideMerge, deskMerges, proposeMerge, withdrawMerge } from './service/merge.ts'
import { deskSecurityLog, deskStudentMessages, readDeskStudent, readDeskStudents } from './service/read.ts'

export default function studentDeskRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.student_desk
  registerStaffRoute(app, workloads, calls.list, ({ deps, input }) => readDeskStudents(deps, input))
  registerStaffRoute(app, workloads, calls.info, ({ deps, staff, input }) => readDeskStudent(deps, staff, input))
  registerStaffRoute(app, workloads, calls.securityLog, ({ deps, input }) => deskSecurityLog(deps, input))
  registerStaffRoute(app, workloads, calls.messages, ({ deps, input }) => deskStudentMessages(deps, input))
  registerStaffRoute(app, workloads, calls.reveal, ({ deps, staff, input }) => revealStudentNumbers(deps, staff, input))
  registerStaffRoute(app, workloads, calls.resetPassword, ({ deps, staff, input }) =>
    resetStudentPassword(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.unlock, ({ deps, staff, input }) => unlockStudent(deps, staff, input))
  registerStaffRoute(app, workloads, calls.endSessions, ({ deps, staff, input }) =>
    endStudentSessions(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.correct, ({ deps, staff, input }) => correctStudent(deps, staff, input))
  registerStaffRoute(app, workloads, calls.merges, ({ deps, staff, input }) => deskMerges(deps, staff, input))
  registerStaffRoute(app, workloads, calls.mergeCheck, ({ deps, input }) => checkMerge(deps, input))
  registerStaffRoute(app, workloads, calls.proposeMerge, ({ deps, staff, input }) => proposeMerge(deps, staff, input))
  registerStaffRoute(app, workloads, calls.decideMerge, ({ deps, staff, input }) => decideMerge(deps, staff, input))
  registerStaffRoute(app, workloads, calls.withdrawMerge, ({ deps, staff, input }) => withdrawMerge(deps, staff, input))
}
