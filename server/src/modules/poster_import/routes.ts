import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { checkImport } from './service/check.ts'
import { runImport } from './service/run.ts'
import { readImportState } from './service/state.ts'

const { check, run, state } = staffCalls.poster_import

export default function posterImportRoutes(app: FastifyInstance, deps: Deps): void {
  staffRoute(app, deps, check, ({ staff, input }) => checkImport(deps, staff, input))
  staffRoute(app, deps, run, ({ staff, input }) => runImport(deps, staff, input))
  staffRoute(app, deps, state, ({ staff, input }) => readImportState(deps, staff, input.importId))
}
