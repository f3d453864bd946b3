import { type KeyObject, randomBytes, sign } from 'node:crypto'
import type { ChannelWish, InBrowserOfChannel } from '../gateway.ts'
import { payerAnswer, prepayAnswer } from './messages.ts'
import type { OfficialAccount } from './official-account.ts'

const patienceMs = 8000
/** a code that is unknown, used, or another account's; too many questions of a code are none of ours to repeat */
const noSuchCode = [40029, 40163, 41008, 42003]

/** WeChat Pay v3 JSAPI: WeChat's own browser pays, as whoever it says it is to our official account. */
export function inWechat(options: {
  account: OfficialAccount
  secret: string
  /** the merchant's */
  privateKey: KeyObject
  place: (wish: ChannelWish, openid: string) => Promise<unknown>
  returnUrl: (orderNo: string) => string
  now: () => Promise<Date>
}): InBrowserOfChannel {
  const { account, secret, privateKey, place, returnUrl, now } = options
  return {
    // snsapi_base asks nobody anything, and tells us the openid only
    signInUrl: (orderNo, state) => {
      const query = new URLSearchParams({
        appid: account.appid,
        redirect_uri: returnUrl(orderNo),
        response_type: 'code',
        scope: 'snsapi_base',
        state,
      })
      return `${account.openUrl}/connect/oauth2/authorize?${query}#wechat_redirect`
    },
    payerOf: (code) => openidOf(account, secret, code),
    create: async ({ payer, ...wish }) => ({
      prepayId: prepayAnswer.parse(await place(wish, payer)).prepay_id,
    }),
    bridge: async (prepayId) => {
      const timeStamp = String(Math.floor((await now()).getTime() / 1000))
      const nonceStr = randomBytes(16).toString('hex')
      const pack = `prepay_id=${prepayId}`
      const text = Buffer.from(`${account.appid}\n${timeStamp}\n${nonceStr}\n${pack}\n`)
      return {
        appId: account.appid,
        timeStamp,
        nonceStr,
        package: pack,
        signType: 'RSA',
        paySign: sign('sha256', text, privateKey).toString('base64'),
      }
    },
  }
}

/** @throws Error that says neither the secret nor the code, which both stand in the address */
async function openidOf(
  { apiUrl, appid }: OfficialAccount,
  secret: string,
  code: string,
): Promise<string | null> {
  const query = new URLSearchParams({ appid, secret, code, grant_type: 'authorization_code' })
  const response = await fetch(`${apiUrl}/sns/oauth2/access_token?${query}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  if (!response.ok) throw new Error(`answered ${response.status}`)
  const said = payerAnswer.safeParse(await response.json().catch(() => null)).data
  if (!said) throw new Error('the answer names nobody')
  if ('openid' in said) return said.openid
  if (noSuchCode.includes(said.errcode)) return null
  throw new Error(`answered errcode ${said.errcode}`)
}
