import { clientBase, clientCalls } from '@ce/contract'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { appNow } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { sendDocument } from '../web/documents.ts'
import { cashierPage, noSuchPaymentPage } from './cashier-page.ts'
import { type DemoEntry, findEntry, tryToPay } from './demo-book.ts'
import { cashierKeyMatches, cashierPath, demoMerchant, signNotification } from './demo-gateway.ts'

const place = z.object({ outTradeNo: z.string() })
const query = z.object({ k: z.string(), wait: z.literal('1').optional() })
const choice = z.object({ k: z.string(), action: z.enum(['pay', 'fail', 'wait']) })

/** The demo cashier's page; production has no such address. */
export function registerCashier(app: FastifyInstance, deps: Deps): void {
  if (!deps.gateways.has('DEMO')) return
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get('/cashier/:outTradeNo', async (request, reply) => {
      const { data } = query.safeParse(request.query)
      const entry = await findByKey(deps, request.params, data?.k)
      if (!entry || !data) return sendDocument(reply.code(404), noSuchPaymentPage())
      return sendDocument(reply, cashierPage(entry, data.k, data.wait === '1'))
    })
    scope.post('/cashier/:outTradeNo', async (request, reply) => {
      const { data } = choice.safeParse(request.body)
      const entry = await findByKey(deps, request.params, data?.k)
      if (!entry || !data) return sendDocument(reply.code(404), noSuchPaymentPage())
      const { outTradeNo } = entry
      if (data.action !== 'wait') {
        await tryToPay(deps.db, outTradeNo, data.action === 'pay')
        await notifyPortal(deps, outTradeNo).catch(() => {
          // lost, as notifications are: query_status finds out by itself
        })
      }
      const address = cashierPath(deps.keys, outTradeNo)
      return reply.redirect(data.action === 'wait' ? `${address}&wait=1` : address, 303)
    })
  })
}

async function findByKey(
  deps: Deps,
  params: unknown,
  key: string | undefined,
): Promise<DemoEntry | undefined> {
  const { data } = place.safeParse(params)
  if (!data || !cashierKeyMatches(deps.keys, data.outTradeNo, key ?? '')) return undefined
  return findEntry(deps.db, data.outTradeNo)
}

/** Tells the portal over HTTP, as a real channel would; here it is this very process. */
async function notifyPortal(deps: Deps, outTradeNo: string): Promise<void> {
  const entry = await findEntry(deps.db, outTradeNo)
  if (!entry) return
  const { state, amountFen, transactionId, paidAt } = entry
  const order = { outTradeNo, state, amountFen, merchant: demoMerchant, transactionId, paidAt }
  const { env } = deps
  const host = ['0.0.0.0', '::', 'localhost'].includes(env.host) ? '127.0.0.1' : env.host
  const path = clientBase + clientCalls.order.notify.path.replace(':channel', 'DEMO')
  await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${env.port}${path}`, {
    method: 'POST',
    ...signNotification(deps.keys, order, await appNow(deps.db)),
    signal: AbortSignal.timeout(5000),
  })
}
