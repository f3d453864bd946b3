import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { deskBanks, deskQuestion, deskQuestions } from './service/desk.ts'
import { enableQuestions } from './service/enable.ts'
import { exportQuestions } from './service/export.ts'
import { saveQuestion } from './service/save.ts'

export default function questionRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.question
  staffRoute(app, deps, calls.banks, () => deskBanks(deps))
  staffRoute(app, deps, calls.list, ({ input }) => deskQuestions(deps, input))
  staffRoute(app, deps, calls.info, ({ input }) => deskQuestion(deps, input))
  staffRoute(app, deps, calls.save, ({ staff, input }) => saveQuestion(deps, staff, input))
  staffRoute(app, deps, calls.enable, ({ staff, input }) => enableQuestions(deps, staff, input))
  staffRoute(app, deps, calls.export, ({ staff, input }) => exportQuestions(deps, staff, input))
}
