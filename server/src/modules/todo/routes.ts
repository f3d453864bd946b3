import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { listTodo } from './service.ts'

export default function todoRoutes(app: FastifyInstance, workloads: Workloads): void {
  staffRoute(app, workloads, staffCalls.todo.list, ({ deps, staff }) => listTodo(deps, staff))
}
