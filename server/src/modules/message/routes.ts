import { clientCalls, staffCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { registerRoute } from '../../platform/calls.ts'
import { registerStaffRoute } from '../../platform/staff-calls.ts'
import type { WorkloadDeps } from '../../platform/workloads.ts'
import { deskDeliveryFigures, retryFailedDeliveries } from './service/desk.ts'
import { agreeToEmail, sendEmailCode } from './service/email-code.ts'
import { agreeToSms, myExternalChannels, withdrawConsent } from './service/outside.ts'
import { myMessages, readAllMessages, readMessage, readUnreadCount } from './service/read.ts'

const calls = clientCalls.message

export default function messageRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerRoute(app, workloads, calls.list, ({ deps, student, input }) => myMessages(deps, student, input))
  registerRoute(app, workloads, calls.unread, ({ deps, student }) => readUnreadCount(deps, student))
  registerRoute(app, workloads, calls.read, ({ deps, student, input }) => readMessage(deps, student, input))
  registerRoute(app, workloads, calls.read_all, ({ deps, student, input }) => readAllMessages(deps, student, input))
  registerRoute(app, workloads, calls.outside, ({ deps, student }) => myExternalChannels(deps, student))
  registerRoute(app, workloads, calls.send_email_code, ({ deps, student, input }) =>
    sendEmailCode(deps, student, input),
  )
  registerRoute(app, workloads, calls.agree_email, ({ deps, student, input, ip, userAgent }) =>
    agreeToEmail(deps, student, input, { ip, userAgent }),
  )
  registerRoute(app, workloads, calls.agree_sms, ({ deps, student, ip, userAgent }) =>
    agreeToSms(deps, student, { ip, userAgent }),
  )
  registerRoute(app, workloads, calls.withdraw, ({ deps, student, input, ip, userAgent }) =>
    withdrawConsent(deps, student, input, { ip, userAgent }),
  )

  const desk = staffCalls.message
  registerStaffRoute(app, workloads, desk.deliveries, ({ deps }) => deskDeliveryFigures(deps))
  registerStaffRoute(app, workloads, desk.retry, ({ deps, staff, input }) => retryFailedDeliveries(deps, staff, input))
}
