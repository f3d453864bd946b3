import { shanghaiTime } from '../../shanghai-day.ts'
import type { FindOurs } from '../bill-totals.ts'
import { type CheckedKey, checkOf, fingerprintOf } from '../channel-check.ts'
import { refusedAs } from '../channel-refusal.ts'
import {
  type ChannelOrder,
  type ChannelWish,
  type Gateway,
  noBillLines,
  type RefundAnswer,
  unpaidOrder,
} from '../gateway.ts'
import { readBill } from './bill.ts'
import { unknownOrder, type WechatClient, wechatClient } from './client.ts'
import { inWechat } from './jsapi.ts'
import { platformPlace, type WechatKeys } from './load-keys.ts'
import {
  billPlace,
  certificates,
  codeUrlAnswer,
  h5UrlAnswer,
  notification,
  readRefundAnswer,
  readRefundNotice,
  readTransaction,
} from './messages.ts'
import { PlatformKeys } from './platform-keys.ts'
import type { WechatSettings } from './settings.ts'
import { requireSigned, unseal } from './signature.ts'

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
 * WeChat Pay v3. Native: the QR holds `code_url`. H5: a phone's browser goes to `h5_url` and comes back to `returnUrl`,
 * paid or not. JSAPI: WeChat's own browser is asked to pay a `prepay_id`. The notification comes to `notifyUrl`.
 */
export async function wechatGateway(options: Options): Promise<Gateway> {
  const { settings, keys, notifyUrl, now } = options
  const { mchid, baseUrl } = settings
  const platform: PlatformKeys = new PlatformKeys(platformPlace(settings, keys.privateKey), () =>
    downloadCertificates(client, keys.apiV3Key),
  )
  await platform.load()
  const merchant = { mchid, serial: settings.serial, privateKey: keys.privateKey }
  const client = wechatClient({ merchant, keys: () => platform, baseUrl, now })
  const query = (outTradeNo: string) => queryOrder(client, settings, outTradeNo)
  return {
    channel: 'WECHAT',
    merchant: mchid,
    create: async (wish) => {
      const body = transactionOf(settings, wish, notifyUrl())
      const answer = await client.send('POST', '/v3/pay/transactions/native', body)
      return { codeUrl: codeUrlAnswer.parse(answer).code_url }
    },
    ...browserWays(client, options),
    query,
    close: async (outTradeNo) => {
      const target = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}/close`
      try {
        await client.send('POST', target, { mchid })
      } catch (error) {
        if (!refusedAs(error, [...unknownOrder, ...closedOrder, ...paidOrder])) throw error
        if (refusedAs(error, paidOrder)) return query(outTradeNo)
      }
      return unpaidOrder(outTradeNo, mchid, 'CLOSED')
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
      await requireSigned(platform, { headers: (name) => headers[name], body, now: await now() })
      const { event_type, resource } = notification.parse(JSON.parse(body.toString()))
      const json: unknown = JSON.parse(unseal(keys.apiV3Key, resource))
      if (event_type.startsWith('REFUND.'))
        return { kind: 'REFUND', refund: readRefundNotice(json) }
      if (event_type.startsWith('TRANSACTION.'))
        return { kind: 'PAYMENT', order: readTransaction(json, appidsOf(settings)) }
      return { kind: 'OTHER' }
    },
    check: async () =>
      checkOf(await client.probe(), checkedKeys(settings, keys, platform), await now()),
    bill: (day, findOurs) => fetchBill(client, day, findOurs),
  }
}

/** What the self-check shows of the keys. */
function checkedKeys(
  { serial }: WechatSettings,
  { privateKey }: WechatKeys,
  platform: PlatformKeys,
): CheckedKey[] {
  return [
    { role: 'MERCHANT', id: serial, fingerprint: fingerprintOf(privateKey), until: null },
    ...platform.all.map(({ id, key, until }) => ({
      role: 'CHANNEL' as const,
      id,
      fingerprint: fingerprintOf(key),
      until,
    })),
  ]
}

/** The ways that lead through a browser, as far as this merchant has them. */
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
            const url = new URL(h5UrlAnswer.parse(answer).h5_url)
            url.searchParams.set('redirect_url', returnUrl(orderNo))
            return { h5Url: url.href }
          },
        }
      : {}),
    ...(account && keys.accountSecret
      ? {
          jsapi: inWechat({
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

/** Ours at the channel: the app, and the account inside WeChat. */
function appidsOf({ appid, officialAccount }: WechatSettings): string[] {
  return officialAccount ? [appid, officialAccount.appid] : [appid]
}

function transactionOf(
  { appid, mchid }: Pick<WechatSettings, 'appid' | 'mchid'>,
  wish: ChannelWish,
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

async function queryOrder(
  client: WechatClient,
  settings: WechatSettings,
  outTradeNo: string,
): Promise<ChannelOrder> {
  const { mchid } = settings
  const target = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}?mchid=${mchid}`
  try {
    const said = readTransaction(await client.send('GET', target), appidsOf(settings))
    if (said.outTradeNo !== outTradeNo) throw new Error('the answer is about another order')
    return said
  } catch (error) {
    if (refusedAs(error, unknownOrder)) return unpaidOrder(outTradeNo, mchid, 'NOTPAY')
    throw error
  }
}

async function askRefund(
  client: WechatClient,
  refundNo: string,
  wish: object,
): Promise<RefundAnswer> {
  try {
    return readRefundAnswer(
      await client.send('POST', '/v3/refund/domestic/refunds', wish),
      refundNo,
    )
  } catch (error) {
    // not enough money on the merchant's account: somebody has to pay some in, the number stays good
    if (refusedAs(error, ['NOT_ENOUGH'])) return { state: 'STUCK', doneAt: null, amountFen: null }
    throw error
  }
}

async function queryRefund(client: WechatClient, refundNo: string): Promise<RefundAnswer | null> {
  const target = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`
  try {
    return readRefundAnswer(await client.send('GET', target), refundNo)
  } catch (error) {
    if (refusedAs(error, unknownOrder)) return null
    throw error
  }
}

/** Signed with a key we may not know yet; what is inside proves itself by the APIv3 key. */
async function downloadCertificates(client: WechatClient, apiV3Key: Buffer): Promise<string[]> {
  const { data } = certificates.parse(await client.sendUnproven('/v3/certificates'))
  return data.map(({ encrypt_certificate }) => unseal(apiV3Key, encrypt_certificate))
}

async function fetchBill(client: WechatClient, day: string, findOurs: FindOurs) {
  const target = `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`
  try {
    const place = billPlace.parse(await client.send('GET', target))
    return await readBill(await client.download(place.download_url, place.hash_value), findOurs)
  } catch (error) {
    if (refusedAs(error, ['NO_STATEMENT_EXIST'])) return noBillLines
    if (refusedAs(error, ['STATEMENT_CREATING'])) return null
    throw error
  }
}

/** An IPv4 address that came through an IPv6 socket, as the channel writes it. */
function plainIp(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** 2026-11-22T10:34:56+08:00 */
function beijing(at: Date): string {
  return `${shanghaiTime(at).replace(' ', 'T')}+08:00`
}
