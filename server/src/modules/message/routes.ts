import { clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { myMessages, readAllMessages, readMessage, unreadCount } from './service/read.ts'

const calls = clientCalls.message

export default function messageRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.list, ({ student, input }) => myMessages(deps, student, input))
  route(app, deps, calls.unread, ({ student }) => unreadCount(deps, student))
  route(app, deps, calls.read, ({ student, input }) => readMessage(deps, student, input))
  route(app, deps, calls.read_all, ({ student, input }) => readAllMessages(deps, student, input))
}
