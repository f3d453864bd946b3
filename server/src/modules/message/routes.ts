import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
import { staffRoute } from '../../platform/staff-calls.ts'
import { deliveryFigures, retryFailed } from './service/desk.ts'
import { agreeToEmail, sendEmailCode } from './service/email-code.ts'
import { agreeToSms, myOutside, withdraw } from './service/outside.ts'
import { myMessages, readAllMessages, readMessage, unreadCount } from './service/read.ts'

const calls = clientCalls.message

export default function messageRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.list, ({ student, input }) => myMessages(deps, student, input))
  route(app, deps, calls.unread, ({ student }) => unreadCount(deps, student))
  route(app, deps, calls.read, ({ student, input }) => readMessage(deps, student, input))
  route(app, deps, calls.read_all, ({ student, input }) => readAllMessages(deps, student, input))
  route(app, deps, calls.outside, ({ student }) => myOutside(deps, student))
  route(app, deps, calls.send_email_code, ({ student, input }) =>
    sendEmailCode(deps, student, input),
  )
  route(app, deps, calls.agree_email, ({ student, input, ip, userAgent }) =>
    agreeToEmail(deps, student, input, { ip, userAgent }),
  )
  route(app, deps, calls.agree_sms, ({ student, ip, userAgent }) =>
    agreeToSms(deps, student, { ip, userAgent }),
  )
  route(app, deps, calls.withdraw, ({ student, input, ip, userAgent }) =>
    withdraw(deps, student, input, { ip, userAgent }),
  )

  const desk = staffCalls.message
  staffRoute(app, deps, desk.deliveries, () => deliveryFigures(deps))
  staffRoute(app, deps, desk.retry, ({ staff, input }) => retryFailed(deps, staff, input))
}
