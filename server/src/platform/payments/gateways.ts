import { clientBase, clientCalls } from '@ce/contract'
import { phoneBase } from '@ce/contract/mobile'
import { appNow, type Db } from '../db/database.ts'
import type { Env } from '../env.ts'
import type { Keys } from '../keys.ts'
import { measureChannelCall } from '../observability/channel-calls.ts'
import { createAlipayGateway } from './alipay/gateway.ts'
import { loadAlipayKeys } from './alipay/load-keys.ts'
import { ChannelRefusal } from './channel-refusal.ts'
import { addCircuitBreaker } from './circuit.ts'
import { createDemoGateway } from './demo-gateway.ts'
import type { Gateway } from './gateway.ts'
import { createWechatGateway } from './wechat/gateway.ts'
import { loadWechatKeys } from './wechat/load-keys.ts'

/** The demo cashier is never opened in production. @throws StartError for a wrong configuration. */
export async function openGateways(options: {
  env: Env
  db: Db
  keys: Keys
  publicUrl: () => string
}): Promise<Map<string, Gateway>> {
  const { env, db, keys, publicUrl } = options
  const gateways = new Map<string, Gateway>()
  if (env.demo && !env.production) gateways.set('DEMO', measuredGateway(createDemoGateway({ db, keys, publicUrl })))
  const notifyUrlOf = (channel: string) => () =>
    publicUrl() + clientBase + clientCalls.order.notify.path.replace(':channel', channel)
  const now = () => appNow(db)
  if (env.wechat) {
    const gateway = await createWechatGateway({
      settings: env.wechat,
      keys: await loadWechatKeys(env.wechat),
      notifyUrl: notifyUrlOf('WECHAT'),
      // The return address only names the order to query, because anybody can forge the address.
      returnUrl: (orderNo) => `${publicUrl()}${phoneBase}/system/orders?pay=${orderNo}`,
      now,
    })
    gateways.set('WECHAT', addCircuitBreaker(measuredGateway(gateway)))
  }
  if (env.alipay) {
    const keys = await loadAlipayKeys(env.alipay)
    const notifyUrl = notifyUrlOf('ALIPAY')
    const gateway = createAlipayGateway({ settings: env.alipay, keys, notifyUrl, now })
    gateways.set('ALIPAY', addCircuitBreaker(measuredGateway(gateway)))
  }
  return gateways
}

function measuredGateway(gateway: Gateway): Gateway {
  const { channel, create, createH5, jsapi, query, close, refund, queryRefund, bill } = gateway
  const measured = <Given extends unknown[], Answer>(operation: string, ask: (...given: Given) => Promise<Answer>) => {
    return (...given: Given) => measureChannelCall({ channel, operation, isRefusal }, () => ask(...given))
  }
  return {
    ...gateway,
    create: measured('create', create),
    ...(createH5 ? { createH5: measured('create h5', createH5) } : {}),
    ...(jsapi
      ? {
          jsapi: {
            ...jsapi,
            payerOf: measured('payer', jsapi.payerOf),
            create: measured('create jsapi', jsapi.create),
          },
        }
      : {}),
    query: measured('query', query),
    close: measured('close', close),
    refund: measured('refund', refund),
    queryRefund: measured('query refund', queryRefund),
    bill: measured('bill', bill),
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ChannelRefusal && !error.unable
}
