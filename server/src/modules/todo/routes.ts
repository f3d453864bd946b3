import { staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { listTodo } from './service.ts'

export default function todoRoutes(app: FastifyInstance, deps: Deps): void {
  staffRoute(app, deps, staffCalls.todo.list, ({ staff }) => listTodo(deps, staff))
}
