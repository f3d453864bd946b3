import { shanghaiTime } from '../../shanghai-day.ts'
import type { FindOwnOrders } from '../bill-totals.ts'
import { type CheckedKey, computeKeyFingerprint, toChannelCheck } from '../channel-check.ts'
import { isRefusedWith } from '../channel-refusal.ts'
import {
  type ChannelOrder,
  type ChannelOrderRequest,
  createUnpaidChannelOrder,
  emptyBill,
  type Gateway,
  type RefundAnswer,
} from '../gateway.ts'
import { readWechatBill } from './bill.ts'
import { createWechatClient, unknownOrderCodes, type WechatClient } from './client.ts'
import { createWechatInAppPayment } from './jsapi.ts'
import { platformKeyLocationOf, type WechatKeys } from './load-keys.ts'
import {
  codeUrlResponse,
  h5UrlResponse,
  readWechatRefund,
  readWechatRefundNotification,
  readWechatTransaction,
  wechatBillAddressShape,
  wechatCertificatesShape,
  wechatNotificationShape,
} from './messages.ts'
import { PlatformKeys } from './platform-keys.ts'
import type { WechatSettings } from './settings.ts'
import { decryptResource, requireChannelSignature } from './signature.ts'

const closedOrder = ['ORDER_CLOSED', 'ORDERCLOSED', 'TRADE_STATE_ERROR']
const paidOrder = ['ORDERPAID', 'ORDER_PAID']
const descriptionLength = 40

interface Options {
  settings: WechatSettings
  keys: WechatKeys
  notifyUrl: () => string
  returnUrl: (orderNo: string) => string
  now: () => Promise<Date>
}

/**
 * Native: `code_url` becomes a QR code. H5: a phone's browser opens `h5_url`. JSAPI: the payer uses a `prepay_id` in
 * WeChat's browser.
 */
export async function createWechatGateway(options: Options): Promise<Gateway> {
  const { settings, keys, notifyUrl, now } = options
  const { mchid, baseUrl } = settings
  const platform: PlatformKeys = new PlatformKeys(platformKeyLocationOf(settings, keys.privateKey), () =>
    downloadCertificates(client, keys.apiV3Key),
  )
  await platform.load()
  const merchant = { mchid, serial: settings.serial, privateKey: keys.privateKey }
  const client = createWechatClient({ merchant, keys: () => platform, baseUrl, now })
  const query = (outTradeNo: string) => queryOrder(client, settings, outTradeNo)
  return {
    channel: 'WECHAT',
    merchant: mchid,
    create: async (wish) => {
      const body = transactionOf(settings, wish, notifyUrl())
      const answer = await client.send('POST', '/v3/pay/transactions/native', body)
      return { codeUrl: codeUrlResponse.parse(answer).code_url }
    },
    ...browserWays(client, options),
    query,
    close: async (outTradeNo) => {
      const target = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}/close`
      try {
        await client.send('POST', target, { mchid })
      } catch (error) {
        if (!isRefusedWith(error, [...unknownOrderCodes, ...closedOrder, ...paidOrder])) throw error
        if (isRefusedWith(error, paidOrder)) return query(outTradeNo)
      }
      return createUnpaidChannelOrder(outTradeNo, mchid, 'CLOSED')
    },
    refund: ({ refundNo, outTradeNo, amountFen, totalFen }) =>
      askRefund(client, refundNo, {
        out_trade_no: outTradeNo,
        out_refund_no: refundNo,
        notify_url: notifyUrl(),
        amount: { refund: amountFen, total: totalFen, currency: 'CNY' },
      }),
    mostRefunds: 50,
    queryRefund: ({ refundNo }) => queryRefund(client, refundNo),
    readNotification: async (headers, body) => {
      await requireChannelSignature(platform, { headers: (name) => headers[name], body, now: await now() })
      const { event_type, resource } = wechatNotificationShape.parse(JSON.parse(body.toString()))
      const json: unknown = JSON.parse(decryptResource(keys.apiV3Key, resource))
      if (event_type.startsWith('REFUND.')) return { kind: 'REFUND', refund: readWechatRefundNotification(json) }
      if (event_type.startsWith('TRANSACTION.'))
        return { kind: 'PAYMENT', order: readWechatTransaction(json, appidsOf(settings)) }
      return { kind: 'OTHER' }
    },
    check: async () => toChannelCheck(await client.probe(), checkedKeys(settings, keys, platform), await now()),
    bill: (day, findOurs) => fetchBill(client, day, findOurs),
  }
}

function checkedKeys({ serial }: WechatSettings, { privateKey }: WechatKeys, platform: PlatformKeys): CheckedKey[] {
  return [
    { role: 'MERCHANT', id: serial, fingerprint: computeKeyFingerprint(privateKey), until: null },
    ...platform.all.map(({ id, key, until }) => ({
      role: 'CHANNEL' as const,
      id,
      fingerprint: computeKeyFingerprint(key),
      until,
    })),
  ]
}

function browserWays(client: WechatClient, options: Options): Pick<Gateway, 'createH5' | 'jsapi'> {
  const { settings, keys, notifyUrl, returnUrl, now } = options
  const { officialAccount: account } = settings
  return {
    ...(settings.h5
      ? {
          createH5: async ({ orderNo, payerIp, ...wish }) => {
            const answer = await client.send('POST', '/v3/pay/transactions/h5', {
              ...transactionOf(settings, wish, notifyUrl()),
              scene_info: { payer_client_ip: plainIp(payerIp), h5_info: { type: 'Wap' } },
            })
            const url = new URL(h5UrlResponse.parse(answer).h5_url)
            url.searchParams.set('redirect_url', returnUrl(orderNo))
            return { h5Url: url.href }
          },
        }
      : {}),
    ...(account && keys.accountSecret
      ? {
          jsapi: createWechatInAppPayment({
            account,
            secret: keys.accountSecret,
            privateKey: keys.privateKey,
            place: (wish, openid) =>
              client.send('POST', '/v3/pay/transactions/jsapi', {
                ...transactionOf({ ...settings, appid: account.appid }, wish, notifyUrl()),
                payer: { openid },
              }),
            returnUrl,
            now,
          }),
        }
      : {}),
  }
}

function appidsOf({ appid, officialAccount }: WechatSettings): string[] {
  return officialAccount ? [appid, officialAccount.appid] : [appid]
}

function transactionOf(
  { appid, mchid }: Pick<WechatSettings, 'appid' | 'mchid'>,
  wish: ChannelOrderRequest,
  notifyUrl: string,
) {
  return {
    appid,
    mchid,
    description: wish.description.slice(0, descriptionLength),
    out_trade_no: wish.outTradeNo,
    time_expire: beijing(wish.expireAt),
    notify_url: notifyUrl,
    amount: { total: wish.amountFen, currency: 'CNY' },
  }
}

async function queryOrder(client: WechatClient, settings: WechatSettings, outTradeNo: string): Promise<ChannelOrder> {
  const { mchid } = settings
  const target = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}?mchid=${mchid}`
  try {
    const said = readWechatTransaction(await client.send('GET', target), appidsOf(settings))
    if (said.outTradeNo !== outTradeNo) throw new Error('the answer is about another order')
    return said
  } catch (error) {
    if (isRefusedWith(error, unknownOrderCodes)) return createUnpaidChannelOrder(outTradeNo, mchid, 'NOTPAY')
    throw error
  }
}

async function askRefund(client: WechatClient, refundNo: string, wish: object): Promise<RefundAnswer> {
  try {
    return readWechatRefund(await client.send('POST', '/v3/refund/domestic/refunds', wish), refundNo)
  } catch (error) {
    // The merchant's account lacks money. After a deposit the refund continues under the same number.
    if (isRefusedWith(error, ['NOT_ENOUGH'])) return { state: 'STUCK', doneAt: null, amountFen: null }
    throw error
  }
}

async function queryRefund(client: WechatClient, refundNo: string): Promise<RefundAnswer | null> {
  const target = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`
  try {
    return readWechatRefund(await client.send('GET', target), refundNo)
  } catch (error) {
    if (isRefusedWith(error, unknownOrderCodes)) return null
    throw error
  }
}

/** The key that signed the response may be unknown, but the APIv3 key proves the content. */
async function downloadCertificates(client: WechatClient, apiV3Key: Buffer): Promise<string[]> {
  const { data } = wechatCertificatesShape.parse(await client.sendUnproven('/v3/certificates'))
  return data.map(({ encrypt_certificate }) => decryptResource(apiV3Key, encrypt_certificate))
}

async function fetchBill(client: WechatClient, day: string, findOurs: FindOwnOrders) {
  const target = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`
  try {
    const place = wechatBillAddressShape.parse(await client.send('GET', target))
    return await readWechatBill(await client.download(place.download_url, place.hash_value), findOurs)
  } catch (error) {
    if (isRefusedWith(error, ['NO_STATEMENT_EXIST'])) return emptyBill
    if (isRefusedWith(error, ['STATEMENT_CREATING'])) return null
    throw error
  }
}

function plainIp(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '')
}

function beijing(at: Date): string {
  return `${shanghaiTime(at).replace(' ', 'T')}+08:00`
}
