import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { deskQuestion, deskQuestionBanks, deskQuestions } from './service/desk.ts'
import { exportQuestions } from './service/export.ts'
import { acceptQuestionFinding } from './service/findings.ts'
import { enableQuestions, saveQuestion } from './service/save.ts'

export default function questionRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.question
  registerStaffRoute(app, workloads, calls.banks, ({ deps }) => deskQuestionBanks(deps))
  registerStaffRoute(app, workloads, calls.list, ({ deps, input }) => deskQuestions(deps, input))
  registerStaffRoute(app, workloads, calls.info, ({ deps, input }) => deskQuestion(deps, input))
  registerStaffRoute(app, workloads, calls.save, ({ deps, staff, input }) => saveQuestion(deps, staff, input))
  registerStaffRoute(app, workloads, calls.enable, ({ deps, staff, input }) => enableQuestions(deps, staff, input))
  registerStaffRoute(app, workloads, calls.acceptFinding, ({ deps, staff, input }) =>
    acceptQuestionFinding(deps, staff, input),
  )
  registerStaffRoute(app, workloads, calls.export, ({ deps, staff, input }) => exportQuestions(deps, staff, input), {
    workload: 'export',
  })
}
