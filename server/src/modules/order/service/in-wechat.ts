import { randomBytes } from 'node:crypto'
import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import { spendOnce } from '../../../platform/auth/challenges.ts'
import type { StudentActor } from '../../../platform/auth/sessions.ts'
import { appNow } from '../../../platform/db/database.ts'
import type { Deps } from '../../../platform/deps.ts'
import { refuse } from '../../../platform/errors.ts'
import type { InBrowserOfChannel } from '../../../platform/payments/gateway.ts'
import { asked } from './channel.ts'
import { openAs } from './open-payment.ts'
import { requireOwnOrder } from './own-order.ts'

type Calls = (typeof clientCalls)['order']

/** the way to WeChat's sign-in and back takes a moment, a slow line and a look at another app longer */
const stateLifeMs = 10 * 60_000
const stateShape = /^([0-9a-f]{32})([0-9a-f]{12})([0-9a-f]{64})$/
const stateUse = 'wechat-sign-in'

/** Where WeChat's own browser goes so that WeChat names the payer to us; it comes back to the order (decision 029). */
export async function askPayer(
  deps: Deps,
  student: StudentActor,
  { orderNo }: z.output<Calls['askPayer']['request']>,
) {
  const { status, payType } = await requireOwnOrder(deps.db, student, orderNo)
  const jsapi = requireJsapi(deps, payType)
  if (status !== 'PENDING') return { orderNo, status, address: null }
  const state = await newState(deps, student, orderNo)
  return { orderNo, status, address: jsapi.signInUrl(orderNo, state) }
}

/**
 * Opens one's unpaid order for the payer WeChat has named: at most one way to pay is open, as in `openPayment`. Who it is
 * is asked of WeChat with the code and written down nowhere.
 */
export async function openInWechat(
  deps: Deps,
  student: StudentActor,
  { orderNo, code, state }: z.output<Calls['openInWechat']['request']>,
) {
  const placed = await requireOwnOrder(deps.db, student, orderNo)
  const jsapi = requireJsapi(deps, placed.payType)
  if (!(await spendState(deps, student, { orderNo, state }))) refuse('order.payerStale')
  const { status, expireAt } = placed
  if (status !== 'PENDING') return { orderNo, status, expireAt, bridge: null }
  const payer = await asked(jsapi.payerOf(code), `payer of ${orderNo}`)
  if (payer === null) return refuse('order.payerUnknown')
  const { address, ...rest } = await openAs(deps, student, placed, { kind: 'JSAPI', payer })
  return { ...rest, bridge: address === null ? null : await jsapi.bridge(address) }
}

/** Whether orders of this pay type can be paid inside the channel's own browser. */
export function offersJsapi(deps: Deps, payType: string): boolean {
  return deps.gateways.get(payType)?.jsapi !== undefined
}

function requireJsapi(deps: Deps, payType: string): InBrowserOfChannel {
  return deps.gateways.get(payType)?.jsapi ?? refuse('order.payTypeUnavailable')
}

/** Good once, for ten minutes, for this order and for the session that asked: nobody else's way back fits it. */
async function newState(deps: Deps, student: StudentActor, orderNo: string): Promise<string> {
  const nonce = randomBytes(16).toString('hex')
  const until = (await appNow(deps.db)).getTime() + stateLifeMs
  const ends = until.toString(16).padStart(12, '0')
  return nonce + ends + deps.keys.mac(stateUse, boundTo(student, orderNo, nonce + ends))
}

/** Whether it is the state we gave to this session for this order, in time and for the first time; then it is spent. */
async function spendState(
  deps: Deps,
  student: StudentActor,
  { orderNo, state }: { orderNo: string; state: string },
): Promise<boolean> {
  const [, nonce = '', ends = '', mac = ''] = stateShape.exec(state) ?? []
  if (!deps.keys.macMatches(stateUse, boundTo(student, orderNo, nonce + ends), mac)) return false
  const until = new Date(Number.parseInt(ends, 16))
  if ((await appNow(deps.db)) > until) return false
  return spendOnce(deps.db, nonce, until)
}

function boundTo({ tokenHash }: StudentActor, orderNo: string, what: string): string {
  return `${tokenHash}\n${orderNo}\n${what}`
}
