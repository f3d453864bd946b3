import { randomBytes, verify } from 'node:crypto'
import type { Book } from '../book.ts'
import { accountAppid, type SimulatorKeys } from './keys.ts'

/** how everybody's openid begins at our account */
export const openidStart = 'oSimulated'
const codeLifeMs = 5 * 60_000

/** The official account's side: who uses WeChat's browser, and the codes it has brought back. */
export class OfficialAccount {
  /** who uses WeChat's browser now */
  person = `${openidStart}_payer_0001`
  readonly #codes = new Map<string, { openid: string; appid: string; until: number }>()

  /** @param appid whose page the browser has been to */
  newCode(now: number, appid = accountAppid): string {
    const code = `0${randomBytes(15).toString('hex')}`
    this.#codes.set(code, { openid: this.person, appid, until: now + codeLifeMs })
    return code
  }

  /** A code is good once, for a few minutes, and for the account it was given to. */
  openidOf(code: string, now: number): { openid: string } | { errcode: number } {
    const known = this.#codes.get(code)
    if (!known || known.appid !== accountAppid) return { errcode: 40029 }
    if (known.openid === '') return { errcode: 40163 }
    if (known.until <= now) return { errcode: 42003 }
    const { openid } = known
    this.#codes.set(code, { ...known, openid: '' })
    return { openid }
  }
}

/** The page that names a browser's user, asking nobody. @returns where it sends the browser; null: it refuses */
export function authorize(account: OfficialAccount, target: string, now: number): string | null {
  const query = new URL(target, 'http://localhost').searchParams
  const back = URL.parse(query.get('redirect_uri') ?? '')
  const asked =
    query.get('appid') === accountAppid &&
    query.get('response_type') === 'code' &&
    query.get('scope') === 'snsapi_base' &&
    /^[a-zA-Z0-9]{1,128}$/.test(query.get('state') ?? '')
  if (!asked || !back) return null
  back.searchParams.set('code', account.newCode(now))
  back.searchParams.set('state', query.get('state') ?? '')
  return back.href
}

/** What a server learns for a code. */
export function tell(account: OfficialAccount, keys: SimulatorKeys, target: string, now: number) {
  const query = new URL(target, 'http://localhost').searchParams
  const ours = query.get('appid') === accountAppid && query.get('secret') === keys.accountSecret
  if (!ours) return { errcode: 40125, errmsg: 'invalid appsecret' }
  if (query.get('grant_type') !== 'authorization_code')
    return { errcode: 40002, errmsg: 'invalid grant_type' }
  const said = account.openidOf(query.get('code') ?? '', now)
  if ('errcode' in said) return { ...said, errmsg: 'invalid code' }
  return { ...said, access_token: 'unused', expires_in: 7200, scope: 'snsapi_base' }
}

/** What a page hands to WeixinJSBridge. */
export interface BridgeCall {
  appId: string
  timeStamp: string
  nonceStr: string
  package: string
  signType: string
  paySign: string
}

/**
 * WeChat's browser is asked to pay, and its user does so, fails to, or gives up. As there: nothing but what the merchant
 * signed a moment ago, for an open order, by the person it was placed for. @returns `err_msg`, and what was paid
 */
export function payInWechat(
  { account, book, keys }: { account: OfficialAccount; book: Book; keys: SimulatorKeys },
  call: BridgeCall,
  action: 'pay' | 'fail' | 'cancel',
): { err_msg: string; paid?: string } {
  const say = (word: string) => ({ err_msg: `get_brand_wcpay_request:${word}` })
  const text = `${call.appId}\n${call.timeStamp}\n${call.nonceStr}\n${call.package}\n`
  const signed =
    call.appId === accountAppid &&
    call.signType === 'RSA' &&
    Math.abs(book.now() / 1000 - Number(call.timeStamp)) < 300 &&
    verify('sha256', Buffer.from(text), keys.merchantKey, Buffer.from(call.paySign, 'base64'))
  const trade = book.findPrepared(call.package)
  if (!signed || !trade || trade.payer !== account.person) return say('fail')
  if (action !== 'pay') return say(action)
  return book.pay(trade.outTradeNo) ? { ...say('ok'), paid: trade.outTradeNo } : say('fail')
}
