import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { expectMoneyToAddUp, makeOrder, readOrderBooksOf } from '../../../../test/factories/order.ts'
import { makeWechatOrder, passTimeEverywhere } from '../../../../test/factories/wechat.ts'
import { deps } from '../../../../test/world.ts'
import type { Deps } from '../../../platform/deps.ts'
import { expireDueOrders } from './service/query.ts'

afterAll(expectMoneyToAddUp)

/** @returns the numbers of the orders that the channel was asked to close */
async function slowChannel(ms: number, each?: () => void): Promise<{ all: Deps; asked: string[] }> {
  const all = await deps()
  const real = all.gateways.get('WECHAT')
  if (!real) throw new Error('no gateway')
  const asked: string[] = []
  const close = async (outTradeNo: string) => {
    asked.push(outTradeNo)
    each?.()
    await pause(ms)
    return real.close(outTradeNo)
  }
  const gateways = new Map([...all.gateways, ['WECHAT', { ...real, close }] as const])
  return { all: { ...all, gateways }, asked }
}

describe('time budget of payment jobs while a channel hangs', () => {
  beforeEach(async () => {
    const { pool } = await deps()
    await pool.query("update orders set expire_at = expire_at + interval '99 years' where status = 'PENDING'")
    for (const _ of [1, 2, 3]) await makeWechatOrder()
  })

  it('a payment job stops between two orders when its time is over, and orders of other channels do not wait', async () => {
    const other = await makeOrder()
    await passTimeEverywhere(3 * 3600)
    const { all, asked } = await slowChannel(400)
    await expireDueOrders(all, undefined, 200)
    expect(asked).toHaveLength(1)
    expect((await readOrderBooksOf(other)).order.status).toBe('CLOSED')
    await expireDueOrders(all, undefined, 200)
    expect(new Set(asked).size).toBe(2)
    await expireDueOrders(all)
    expect(new Set(asked).size).toBe(3)
  })

  it('a payment job ends as soon as the process must stop', async () => {
    await passTimeEverywhere(3 * 3600)
    const stop = new AbortController()
    const { all, asked } = await slowChannel(1, () => stop.abort(new Error('stopping')))
    await expect(expireDueOrders(all, stop.signal)).rejects.toThrow('stopping')
    expect(asked).toHaveLength(1)
    await expireDueOrders(await deps())
  })
})
