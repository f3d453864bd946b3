import { randomBytes, verify } from 'node:crypto'
import type { SimulatedChannelBook } from '../book.ts'
import { type SimulatedWechatKeys, simulatedAccountAppid } from './keys.ts'

/** Prefix of every openid of our account. */
export const openidPrefix = 'oSimulated'
const codeLifeMs = 5 * 60_000

/** Simulates the official account with the current WeChat user and the issued codes. */
export class SimulatedOfficialAccount {
  person = `${openidPrefix}_payer_0001`
  readonly #codes = new Map<string, { openid: string; appid: string; until: number }>()

  /** @param appid account whose page the browser visited */
  newCode(now: number, appid = simulatedAccountAppid): string {
    const code = `0${randomBytes(15).toString('hex')}`
    this.#codes.set(code, { openid: this.person, appid, until: now + codeLifeMs })
    return code
  }

  /** A code can be used once, for a short time, and only for its own account. */
  openidOf(code: string, now: number): { openid: string } | { errcode: number } {
    const known = this.#codes.get(code)
    if (!known || known.appid !== simulatedAccountAppid) return { errcode: 40029 }
    if (known.openid === '') return { errcode: 40163 }
    if (known.until <= now) return { errcode: 42003 }
    const { openid } = known
    this.#codes.set(code, { ...known, openid: '' })
    return { openid }
  }
}

/** Signs in the user of WeChat's browser without asking. @returns the redirect address; null for a refusal */
export function authorizeWechatPayer(account: SimulatedOfficialAccount, target: string, now: number): string | null {
  const query = new URL(target, 'http://localhost').searchParams
  const back = URL.parse(query.get('redirect_uri') ?? '')
  const asked =
    query.get('appid') === simulatedAccountAppid &&
    query.get('response_type') === 'code' &&
    query.get('scope') === 'snsapi_base' &&
    /^[a-zA-Z0-9]{1,128}$/.test(query.get('state') ?? '')
  if (!asked || !back) return null
  back.searchParams.set('code', account.newCode(now))
  back.searchParams.set('state', query.get('state') ?? '')
  return back.href
}

export function answerWechatCodeExchange(
  account: SimulatedOfficialAccount,
  keys: SimulatedWechatKeys,
  target: string,
  now: number,
) {
  const query = new URL(target, 'http://localhost').searchParams
  const ours = query.get('appid') === simulatedAccountAppid && query.get('secret') === keys.accountSecret
  if (!ours) return { errcode: 40125, errmsg: 'invalid appsecret' }
  if (query.get('grant_type') !== 'authorization_code') return { errcode: 40002, errmsg: 'invalid grant_type' }
  const said = account.openidOf(query.get('code') ?? '', now)
  if ('errcode' in said) return { ...said, errmsg: 'invalid code' }
  return { ...said, access_token: 'unused', expires_in: 7200, scope: 'snsapi_base' }
}

/** The payment parameters that a page passes to WeixinJSBridge. */
export interface SimulatedBridgeCall {
  appId: string
  timeStamp: string
  nonceStr: string
  package: string
  signType: string
  paySign: string
}

/**
 * Pays inside WeChat's browser; the order must be open and the signature recent. @returns `err_msg`, and the trade that
 * was paid
 */
export function payInWechatBrowser(
  { account, book, keys }: { account: SimulatedOfficialAccount; book: SimulatedChannelBook; keys: SimulatedWechatKeys },
  call: SimulatedBridgeCall,
  action: 'pay' | 'fail' | 'cancel',
): { err_msg: string; paid?: string } {
  const say = (word: string) => ({ err_msg: `get_brand_wcpay_request:${word}` })
  const text = `${call.appId}\n${call.timeStamp}\n${call.nonceStr}\n${call.package}\n`
  const signed =
    call.appId === simulatedAccountAppid &&
    call.signType === 'RSA' &&
    Math.abs(book.now() / 1000 - Number(call.timeStamp)) < 300 &&
    verify('sha256', Buffer.from(text), keys.merchantKey, Buffer.from(call.paySign, 'base64'))
  const trade = book.findPrepared(call.package)
  if (!signed || !trade || trade.payer !== account.person) return say('fail')
  if (action !== 'pay') return say(action)
  return book.pay(trade.outTradeNo) ? { ...say('ok'), paid: trade.outTradeNo } : say('fail')
}
