import { clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PlainText, route } from '../../platform/calls.ts'
import type { Workloads } from '../../platform/workloads.ts'
import { cancelOrder } from './service/cancel.ts'
import { createOrder } from './service/create.ts'
import { askPayer, openInWechat } from './service/in-wechat.ts'
import { myOrders, payTypes } from './service/list.ts'
import { takeNotification } from './service/notify.ts'
import { openPayment } from './service/open-payment.ts'
import { queryStatus } from './service/query.ts'
import { requestRefund, withdrawRefund } from './service/request-refund.ts'

const calls = clientCalls.order
const place = z.object({ channel: z.string() })

export default function orderRoutes(app: FastifyInstance, workloads: Workloads): void {
  route(app, workloads, calls.createOrder, ({ deps, student, input }) =>
    createOrder(deps, student, input),
  )
  route(app, workloads, calls.queryStatus, ({ deps, student, input }) =>
    queryStatus(deps, student, input),
  )
  route(app, workloads, calls.myOrder, ({ deps, student, input }) => myOrders(deps, student, input))
  route(app, workloads, calls.payTypes, async ({ deps }) => payTypes(deps))
  route(app, workloads, calls.openPayment, ({ deps, student, input, ip }) =>
    openPayment(deps, student, input, ip),
  )
  route(app, workloads, calls.askPayer, ({ deps, student, input }) =>
    askPayer(deps, student, input),
  )
  route(app, workloads, calls.openInWechat, ({ deps, student, input }) =>
    openInWechat(deps, student, input),
  )
  route(app, workloads, calls.cancelOrder, ({ deps, student, input }) =>
    cancelOrder(deps, student, input),
  )
  route(app, workloads, calls.requestRefund, ({ deps, student, input }) =>
    requestRefund(deps, student, input),
  )
  route(app, workloads, calls.withdrawRefund, ({ deps, student, input }) =>
    withdrawRefund(deps, student, input),
  )
  app.register(async (scope) => rawRoutes(scope, workloads))
}

/** A signature covers the bytes as they came: in this scope no body is parsed. */
function rawRoutes(app: FastifyInstance, workloads: Workloads): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  route(app, workloads, calls.notify, async ({ deps, request }) => {
    const { channel } = place.parse(request.params)
    const [headers, body] = [headersOf(request.headers), bytesOf(request.body)]
    const word = await takeNotification(deps, channel, headers, body)
    return word === null ? null : new PlainText(word)
  })
}

function headersOf(headers: Record<string, string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}
