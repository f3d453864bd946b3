import { type KeyObject, randomBytes, sign } from 'node:crypto'
import type { ChannelOrderRequest, InAppPayment } from '../gateway.ts'
import { payerResponse, prepayResponse } from './messages.ts'
import type { OfficialAccount } from './official-account.ts'

const patienceMs = 8000
/**
 * WeChat's error numbers for a sign-in code that is unknown, used or of another account. Rate limit errors are not
 * among these.
 */
const noSuchCode = [40029, 40163, 41008, 42003]

/** The merchant's official account identifies the payer in WeChat's browser. */
export function createWechatInAppPayment(options: {
  account: OfficialAccount
  secret: string
  privateKey: KeyObject
  place: (wish: ChannelOrderRequest, openid: string) => Promise<unknown>
  returnUrl: (orderNo: string) => string
  now: () => Promise<Date>
}): InAppPayment {
  const { account, secret, privateKey, place, returnUrl, now } = options
  return {
    // With the scope snsapi_base WeChat asks the user nothing and returns only the openid.
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
      prepayId: prepayResponse.parse(await place(wish, payer)).prepay_id,
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

/** @throws Error that contains neither the secret nor the code, although the address holds both. */
async function openidOf({ apiUrl, appid }: OfficialAccount, secret: string, code: string): Promise<string | null> {
  const query = new URLSearchParams({ appid, secret, code, grant_type: 'authorization_code' })
  const response = await fetch(`${apiUrl}/sns/oauth2/access_token?${query}`, {
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  })
  if (!response.ok) throw new Error(`answered ${response.status}`)
  const said = payerResponse.safeParse(await response.json().catch(() => null)).data
  if (!said) throw new Error('the answer names nobody')
  if ('openid' in said) return said.openid
  if (noSuchCode.includes(said.errcode)) return null
  throw new Error(`answered errcode ${said.errcode}`)
}
