import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import {
  questionImports as imports,
  listQuestionImportRows,
  listQuestionImports,
  runQuestionImport,
} from './service/import-questions.ts'

export default function questionImportRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.question_import
  registerStaffRoute(app, workloads, calls.check, imports.check)
  registerStaffRoute(app, workloads, calls.state, imports.readState)
  registerStaffRoute(app, workloads, calls.rows, listQuestionImportRows)
  registerStaffRoute(app, workloads, calls.list, listQuestionImports)
  registerStaffRoute(app, workloads, calls.run, runQuestionImport)
  registerStaffRoute(app, workloads, calls.stop, imports.stop)
  registerStaffRoute(app, workloads, calls.returned, imports.returnRows, { workload: 'export' })
}
