import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { checkContentImport } from './service/check.ts'
import { cancelContentImport, chooseImportRows, editImportedItem } from './service/edit-item.ts'
import { readImportItem } from './service/item.ts'
import { runContentImport } from './service/run.ts'
import { deskContentImports, readImportState } from './service/state.ts'

const { check, list, run, state, item, mend, choose, cancel } = staffCalls.poster_import

export default function posterImportRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerStaffRoute(app, workloads, check, ({ deps, staff, input }) => checkContentImport(deps, staff, input))
  registerStaffRoute(app, workloads, list, ({ deps, staff, input }) => deskContentImports(deps, staff, input))
  registerStaffRoute(app, workloads, run, ({ deps, staff, input }) => runContentImport(deps, staff, input))
  registerStaffRoute(app, workloads, state, ({ deps, staff, input }) => readImportState(deps, staff, input.importId))
  registerStaffRoute(app, workloads, item, ({ deps, staff, input }) => readImportItem(deps, staff, input))
  registerStaffRoute(app, workloads, mend, ({ deps, staff, input }) => editImportedItem(deps, staff, input))
  registerStaffRoute(app, workloads, choose, ({ deps, staff, input }) => chooseImportRows(deps, staff, input))
  registerStaffRoute(app, workloads, cancel, ({ deps, staff, input }) =>
    cancelContentImport(deps, staff, input.importId),
  )
}
