import { clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PlainTextResponse, registerRoute } from '../../../platform/calls.ts'
import type { WorkloadDeps } from '../../../platform/workloads.ts'
import { createOrder } from './service/create.ts'
import { openPaymentInWechat, requestPayerAddress } from './service/in-wechat.ts'
import { listOwnOrders, listPayTypes } from './service/list.ts'
import { applyPaymentNotification } from './service/notify.ts'
import { openPayment } from './service/open-payment.ts'
import { cancelOrder, queryOwnOrder } from './service/query.ts'
import { requestRefund, withdrawOwnRefund } from './service/request-refund.ts'

const calls = clientCalls.order
const place = z.object({ channel: z.string() })

export default function orderRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  registerRoute(app, workloads, calls.createOrder, ({ deps, student, input }) => createOrder(deps, student, input))
  registerRoute(app, workloads, calls.queryStatus, ({ deps, student, input }) => queryOwnOrder(deps, student, input))
  registerRoute(app, workloads, calls.myOrder, ({ deps, student, input }) => listOwnOrders(deps, student, input))
  registerRoute(app, workloads, calls.payTypes, async ({ deps }) => listPayTypes(deps))
  registerRoute(app, workloads, calls.openPayment, ({ deps, student, input, ip }) =>
    openPayment(deps, student, input, ip),
  )
  registerRoute(app, workloads, calls.askPayer, ({ deps, student, input }) => requestPayerAddress(deps, student, input))
  registerRoute(app, workloads, calls.openInWechat, ({ deps, student, input }) =>
    openPaymentInWechat(deps, student, input),
  )
  registerRoute(app, workloads, calls.cancelOrder, ({ deps, student, input }) => cancelOrder(deps, student, input))
  registerRoute(app, workloads, calls.requestRefund, ({ deps, student, input }) => requestRefund(deps, student, input))
  registerRoute(app, workloads, calls.withdrawRefund, ({ deps, student, input }) =>
    withdrawOwnRefund(deps, student, input),
  )
  app.register(async (scope) => rawRoutes(scope, workloads))
}

/** Signatures cover the raw bytes, so bodies are not parsed here. */
function rawRoutes(app: FastifyInstance, workloads: WorkloadDeps): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  registerRoute(app, workloads, calls.notify, async ({ deps, request }) => {
    const { channel } = place.parse(request.params)
    const [headers, body] = [headersOf(request.headers), bytesOf(request.body)]
    const word = await applyPaymentNotification(deps, channel, headers, body)
    return word === null ? null : new PlainTextResponse(word)
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
