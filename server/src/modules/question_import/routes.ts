import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { checkFile } from './service/check.ts'
import { runImport } from './service/run.ts'
import { deskImports, readRows, readState } from './service/state.ts'

const { check, run, state, rows, list } = staffCalls.question_import

export default function questionImportRoutes(app: FastifyInstance, deps: Deps): void {
  staffRoute(app, deps, check, ({ staff, input }) => checkFile(deps, staff, input))
  staffRoute(app, deps, run, ({ staff, input }) => runImport(deps, staff, input.importId))
  staffRoute(app, deps, state, ({ staff, input }) => readState(deps, staff, input.importId))
  staffRoute(app, deps, rows, ({ staff, input }) => readRows(deps, staff, input))
  staffRoute(app, deps, list, ({ staff, input }) => deskImports(deps, staff, input))
}
