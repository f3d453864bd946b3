import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { checkImport } from './service/check.ts'
import { runImport } from './service/run.ts'
import { readImportState } from './service/state.ts'

const { check, run, state } = staffCalls.poster_import

export default function posterImportRoutes(app: FastifyInstance, workloads: Workloads): void {
  staffRoute(app, workloads, check, ({ deps, staff, input }) => checkImport(deps, staff, input))
  staffRoute(app, workloads, run, ({ deps, staff, input }) => runImport(deps, staff, input))
  staffRoute(app, workloads, state, ({ deps, staff, input }) =>
    readImportState(deps, staff, input.importId),
  )
}
