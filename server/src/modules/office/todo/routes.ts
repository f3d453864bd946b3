import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerStaffRoute } from '../../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { listTodoQueues } from './service.ts'

export default function todoRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerStaffRoute(app, workloads, staffCalls.todo.list, ({ deps, staff }) => listTodoQueues(deps, staff))
}
