import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { acceptQuestionFinding } from './service/accept-finding.ts'
import { deskBanks, deskQuestion, deskQuestions } from './service/desk.ts'
import { enableQuestions } from './service/enable.ts'
import { exportQuestions } from './service/export.ts'
import { saveQuestion } from './service/save.ts'

export default function questionRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.question
  staffRoute(app, workloads, calls.banks, ({ deps }) => deskBanks(deps))
  staffRoute(app, workloads, calls.list, ({ deps, input }) => deskQuestions(deps, input))
  staffRoute(app, workloads, calls.info, ({ deps, input }) => deskQuestion(deps, input))
  staffRoute(app, workloads, calls.save, ({ deps, staff, input }) =>
    saveQuestion(deps, staff, input),
  )
  staffRoute(app, workloads, calls.enable, ({ deps, staff, input }) =>
    enableQuestions(deps, staff, input),
  )
  staffRoute(app, workloads, calls.acceptFinding, ({ deps, staff, input }) =>
    acceptQuestionFinding(deps, staff, input),
  )
  staffRoute(
    app,
    workloads,
    calls.export,
    ({ deps, staff, input }) => exportQuestions(deps, staff, input),
    { workload: 'export' },
  )
}
