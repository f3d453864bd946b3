import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { checkFile } from './service/check.ts'
import { takePasswords } from './service/passwords.ts'
import { renewPasswords } from './service/renew.ts'
import { runImport } from './service/run.ts'
import { deskImports, readReport, readState } from './service/state.ts'

export default function rosterImportRoutes(app: FastifyInstance, deps: Deps): void {
  const calls = staffCalls.roster_import
  staffRoute(app, deps, calls.check, ({ staff, input }) => checkFile(deps, staff, input))
  staffRoute(app, deps, calls.state, ({ staff, input }) => readState(deps, staff, input.importId))
  staffRoute(app, deps, calls.rows, ({ staff, input }) => readReport(deps, staff, input))
  staffRoute(app, deps, calls.run, ({ staff, input }) => runImport(deps, staff, input.importId))
  staffRoute(app, deps, calls.passwords, ({ staff, input }) => takePasswords(deps, staff, input))
  staffRoute(app, deps, calls.list, ({ staff, input }) => deskImports(deps, staff, input))
  staffRoute(app, deps, calls.renewPasswords, ({ staff, input }) =>
    renewPasswords(deps, staff, input),
  )
}
