import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { checkImport } from './service/check.ts'
import { readItem } from './service/item.ts'
import { chooseRows, giveUpImport, mendImported } from './service/mend.ts'
import { runImport } from './service/run.ts'
import { deskImports, readImportState } from './service/state.ts'

const { check, list, run, state, item, mend, choose, cancel } = staffCalls.poster_import

export default function posterImportRoutes(app: FastifyInstance, workloads: Workloads): void {
  staffRoute(app, workloads, check, ({ deps, staff, input }) => checkImport(deps, staff, input))
  staffRoute(app, workloads, list, ({ deps, staff, input }) => deskImports(deps, staff, input))
  staffRoute(app, workloads, run, ({ deps, staff, input }) => runImport(deps, staff, input))
  staffRoute(app, workloads, state, ({ deps, staff, input }) =>
    readImportState(deps, staff, input.importId),
  )
  staffRoute(app, workloads, item, ({ deps, staff, input }) => readItem(deps, staff, input))
  staffRoute(app, workloads, mend, ({ deps, staff, input }) => mendImported(deps, staff, input))
  staffRoute(app, workloads, choose, ({ deps, staff, input }) => chooseRows(deps, staff, input))
  staffRoute(app, workloads, cancel, ({ deps, staff, input }) =>
    giveUpImport(deps, staff, input.importId),
  )
}
