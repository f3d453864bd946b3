import { clientBase, clientCalls } from '@ce/contract'
import { phoneBase } from '@ce/contract/mobile'
import { appNow, type Db } from '../db/database.ts'
import type { Env } from '../env.ts'
import type { Keys } from '../keys.ts'
import { alipayGateway } from './alipay/gateway.ts'
import { loadAlipayKeys } from './alipay/load-keys.ts'
import { pausedWhileDown } from './circuit.ts'
import { demoGateway } from './demo-gateway.ts'
import type { Gateway } from './gateway.ts'
import { measuredGateway } from './measured-gateway.ts'
import { wechatGateway } from './wechat/gateway.ts'
import { loadWechatKeys } from './wechat/load-keys.ts'

/**
 * The gateways this installation has, by pay type, the demo cashier first. Production never gets that one.
 * @throws StartError when one is configured wrongly
 */
export async function openGateways(options: {
  env: Env
  db: Db
  keys: Keys
  publicUrl: () => string
}): Promise<Map<string, Gateway>> {
  const { env, db, keys, publicUrl } = options
  const gateways = new Map<string, Gateway>()
  if (env.demo && !env.production)
    gateways.set('DEMO', measuredGateway(demoGateway({ db, keys, publicUrl })))
  const notifyUrlOf = (channel: string) => () =>
    publicUrl() + clientBase + clientCalls.order.notify.path.replace(':channel', channel)
  const now = () => appNow(db)
  if (env.wechat) {
    const gateway = await wechatGateway({
      settings: env.wechat,
      keys: await loadWechatKeys(env.wechat),
      notifyUrl: notifyUrlOf('WECHAT'),
      // only says which order to ask about: nobody believes an address
      returnUrl: (orderNo) => `${publicUrl()}${phoneBase}/system/orders?pay=${orderNo}`,
      now,
    })
    gateways.set('WECHAT', pausedWhileDown(measuredGateway(gateway)))
  }
  if (env.alipay) {
    const keys = await loadAlipayKeys(env.alipay)
    const notifyUrl = notifyUrlOf('ALIPAY')
    const gateway = alipayGateway({ settings: env.alipay, keys, notifyUrl, now })
    gateways.set('ALIPAY', pausedWhileDown(measuredGateway(gateway)))
  }
  return gateways
}
