import { randomBytes } from 'node:crypto'
import type { clientCalls } from '@ce/contract'
import type { z } from 'zod'
import { spendToken } from '../../../../platform/auth/challenges.ts'
import type { StudentActor } from '../../../../platform/auth/sessions.ts'
import { appNow } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { refuse } from '../../../../platform/errors.ts'
import type { InAppPayment } from '../../../../platform/payments/gateway.ts'
import { callChannel } from './channel.ts'
import { openOrderPayment } from './open-payment.ts'
import { requireOwnOrder } from './own-order.ts'

type Calls = (typeof clientCalls)['order']

/** Lifetime of the sign-in state in milliseconds. */
const stateLifeMs = 10 * 60_000
const stateShape = /^([0-9a-f]{32})([0-9a-f]{12})([0-9a-f]{64})$/
const stateUse = 'wechat-sign-in'

/**
 * Returns the WeChat address that identifies the payer; the WeChat browser then returns to the order (decision 029).
 */
export async function requestPayerAddress(
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
 * The payer is read from WeChat by the code and never stored. At most one kind of payment is open, as in `openPayment`.
 */
export async function openPaymentInWechat(
  deps: Deps,
  student: StudentActor,
  { orderNo, code, state }: z.output<Calls['openInWechat']['request']>,
) {
  const placed = await requireOwnOrder(deps.db, student, orderNo)
  const jsapi = requireJsapi(deps, placed.payType)
  if (!(await spendState(deps, student, { orderNo, state }))) refuse('order.payerStale')
  const { status, expireAt } = placed
  if (status !== 'PENDING') return { orderNo, status, expireAt, bridge: null }
  const payer = await callChannel(jsapi.payerOf(code), `payer of ${orderNo}`)
  if (payer === null) return refuse('order.payerUnknown')
  const { address, ...rest } = await openOrderPayment(deps, student, placed, { kind: 'JSAPI', payer })
  return { ...rest, bridge: address === null ? null : await jsapi.bridge(address) }
}

export function hasWechatPayment(deps: Deps, payType: string): boolean {
  return deps.gateways.get(payType)?.jsapi !== undefined
}

function requireJsapi(deps: Deps, payType: string): InAppPayment {
  return deps.gateways.get(payType)?.jsapi ?? refuse('order.payTypeUnavailable')
}

/** Creates a sign-in state that works once, for ten minutes, for this order and session. */
async function newState(deps: Deps, student: StudentActor, orderNo: string): Promise<string> {
  const nonce = randomBytes(16).toString('hex')
  const until = (await appNow(deps.db)).getTime() + stateLifeMs
  const ends = until.toString(16).padStart(12, '0')
  return nonce + ends + deps.keys.mac(stateUse, boundTo(student, orderNo, nonce + ends))
}

async function spendState(
  deps: Deps,
  student: StudentActor,
  { orderNo, state }: { orderNo: string; state: string },
): Promise<boolean> {
  const [, nonce = '', ends = '', mac = ''] = stateShape.exec(state) ?? []
  if (!deps.keys.macMatches(stateUse, boundTo(student, orderNo, nonce + ends), mac)) return false
  const until = new Date(Number.parseInt(ends, 16))
  if ((await appNow(deps.db)) > until) return false
  return spendToken(deps.db, nonce, until)
}

function boundTo({ tokenHash }: StudentActor, orderNo: string, what: string): string {
  return `${tokenHash}\n${orderNo}\n${what}`
}
