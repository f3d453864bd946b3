import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { rosterImports as imports, listRosterImports } from './service/import-roster.ts'
import { downloadInitialPasswords, renewInitialPasswords } from './service/passwords.ts'

export default function rosterImportRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  const calls = staffCalls.roster_import
  registerStaffRoute(app, workloads, calls.check, imports.check)
  registerStaffRoute(app, workloads, calls.state, imports.readState)
  registerStaffRoute(app, workloads, calls.rows, imports.readRows)
  registerStaffRoute(app, workloads, calls.list, listRosterImports)
  registerStaffRoute(app, workloads, calls.run, imports.startWriting)
  registerStaffRoute(app, workloads, calls.stop, imports.stop)
  registerStaffRoute(app, workloads, calls.returned, imports.returnRows, { workload: 'export' })
  registerStaffRoute(app, workloads, calls.passwords, downloadInitialPasswords)
  registerStaffRoute(app, workloads, calls.renewPasswords, renewInitialPasswords)
}
