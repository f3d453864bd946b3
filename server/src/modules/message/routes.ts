import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { deliveryFigures, retryFailed } from './service/desk.ts'
import { agreeToEmail, sendEmailCode } from './service/email-code.ts'
import { agreeToSms, myOutside, withdraw } from './service/outside.ts'
import { myMessages, readAllMessages, readMessage, unreadCount } from './service/read.ts'

const calls = clientCalls.message

export default function messageRoutes(app: FastifyInstance, workloads: Workloads): void {
  route(app, workloads, calls.list, ({ deps, student, input }) => myMessages(deps, student, input))
  route(app, workloads, calls.unread, ({ deps, student }) => unreadCount(deps, student))
  route(app, workloads, calls.read, ({ deps, student, input }) => readMessage(deps, student, input))
  route(app, workloads, calls.read_all, ({ deps, student, input }) =>
    readAllMessages(deps, student, input),
  )
  route(app, workloads, calls.outside, ({ deps, student }) => myOutside(deps, student))
  route(app, workloads, calls.send_email_code, ({ deps, student, input }) =>
    sendEmailCode(deps, student, input),
  )
  route(app, workloads, calls.agree_email, ({ deps, student, input, ip, userAgent }) =>
    agreeToEmail(deps, student, input, { ip, userAgent }),
  )
  route(app, workloads, calls.agree_sms, ({ deps, student, ip, userAgent }) =>
    agreeToSms(deps, student, { ip, userAgent }),
  )
  route(app, workloads, calls.withdraw, ({ deps, student, input, ip, userAgent }) =>
    withdraw(deps, student, input, { ip, userAgent }),
  )

  const desk = staffCalls.message
  staffRoute(app, workloads, desk.deliveries, ({ deps }) => deliveryFigures(deps))
  staffRoute(app, workloads, desk.retry, ({ deps, staff, input }) =>
    retryFailed(deps, staff, input),
  )
}
