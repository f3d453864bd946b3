import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { checkFile } from './service/check.ts'
import { runImport, stopImport } from './service/run.ts'
import { deskImports, readRows, readState, returnRows } from './service/state.ts'

const { check, run, stop, returned, state, rows, list } = staffCalls.question_import

export default function questionImportRoutes(app: FastifyInstance, workloads: Workloads): void {
  staffRoute(app, workloads, check, ({ deps, staff, input }) => checkFile(deps, staff, input))
  staffRoute(app, workloads, run, ({ deps, staff, input }) =>
    runImport(deps, staff, input.importId),
  )
  staffRoute(app, workloads, stop, ({ deps, staff, input }) =>
    stopImport(deps, staff, input.importId),
  )
  staffRoute(
    app,
    workloads,
    returned,
    ({ deps, staff, input }) => returnRows(deps, staff, input.importId),
    { workload: 'export' },
  )
  staffRoute(app, workloads, state, ({ deps, staff, input }) =>
    readState(deps, staff, input.importId),
  )
  staffRoute(app, workloads, rows, ({ deps, staff, input }) => readRows(deps, staff, input))
  staffRoute(app, workloads, list, ({ deps, staff, input }) => deskImports(deps, staff, input))
}
