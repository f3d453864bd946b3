import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { checkFile } from './service/check.ts'
import { takePasswords } from './service/passwords.ts'
import { renewPasswords } from './service/renew.ts'
import { runImport, stopImport } from './service/run.ts'
import { deskImports, readReport, readState, returnRows } from './service/state.ts'

export default function rosterImportRoutes(app: FastifyInstance, workloads: Workloads): void {
  const calls = staffCalls.roster_import
  staffRoute(app, workloads, calls.check, ({ deps, staff, input }) => checkFile(deps, staff, input))
  staffRoute(app, workloads, calls.state, ({ deps, staff, input }) =>
    readState(deps, staff, input.importId),
  )
  staffRoute(app, workloads, calls.rows, ({ deps, staff, input }) => readReport(deps, staff, input))
  staffRoute(app, workloads, calls.run, ({ deps, staff, input }) =>
    runImport(deps, staff, input.importId),
  )
  staffRoute(app, workloads, calls.stop, ({ deps, staff, input }) =>
    stopImport(deps, staff, input.importId),
  )
  staffRoute(
    app,
    workloads,
    calls.returned,
    ({ deps, staff, input }) => returnRows(deps, staff, input.importId),
    { workload: 'export' },
  )
  staffRoute(app, workloads, calls.passwords, ({ deps, staff, input }) =>
    takePasswords(deps, staff, input),
  )
  staffRoute(app, workloads, calls.list, ({ deps, staff, input }) =>
    deskImports(deps, staff, input),
  )
  staffRoute(app, workloads, calls.renewPasswords, ({ deps, staff, input }) =>
    renewPasswords(deps, staff, input),
  )
}
