import { clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PlainText, route } from '../../platform/calls.ts'
import type { Deps } from '../../platform/deps.ts'
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

export default function orderRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, calls.createOrder, ({ student, input }) => createOrder(deps, student, input))
  route(app, deps, calls.queryStatus, ({ student, input }) => queryStatus(deps, student, input))
  route(app, deps, calls.myOrder, ({ student, input }) => myOrders(deps, student, input))
  route(app, deps, calls.payTypes, async () => payTypes(deps))
  route(app, deps, calls.openPayment, ({ student, input, ip }) =>
    openPayment(deps, student, input, ip),
  )
  route(app, deps, calls.askPayer, ({ student, input }) => askPayer(deps, student, input))
  route(app, deps, calls.openInWechat, ({ student, input }) => openInWechat(deps, student, input))
  route(app, deps, calls.cancelOrder, ({ student, input }) => cancelOrder(deps, student, input))
  route(app, deps, calls.requestRefund, ({ student, input }) => requestRefund(deps, student, input))
  route(app, deps, calls.withdrawRefund, ({ student, input }) =>
    withdrawRefund(deps, student, input),
  )
  app.register(async (scope) => rawRoutes(scope, deps))
}

/** A signature covers the bytes as they came: in this scope no body is parsed. */
function rawRoutes(app: FastifyInstance, deps: Deps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  route(app, deps, calls.notify, async ({ request }) => {
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
