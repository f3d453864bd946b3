import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { booksOf, expectMoneyToAddUp, makeOrder } from '../../../test/factories/order.ts'
import { makeWechatOrder, passTimeEverywhere } from '../../../test/factories/wechat.ts'
import { deps } from '../../../test/world.ts'
import type { Deps } from '../../platform/deps.ts'
import { expireDue } from './service/expire.ts'

afterAll(expectMoneyToAddUp)

/** The portal at a WeChat that takes so long to close an order. @returns how many it was asked to close, too */
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

describe('a minute of a payment job, when a channel hangs,', () => {
  beforeEach(async () => {
    // other tests' whose channel can close them no more
    const { pool } = await deps()
    await pool.query(
      "update orders set expire_at = expire_at + interval '99 years' where status = 'PENDING'",
    )
    for (const _ of [1, 2, 3]) await makeWechatOrder()
  })

  it('ends between two orders, leaves the rest to the next, and those of another channel to none', async () => {
    const other = await makeOrder()
    await passTimeEverywhere(3 * 3600)
    const { all, asked } = await slowChannel(400)
    await expireDue(all, undefined, 200)
    expect(asked).toHaveLength(1)
    expect((await booksOf(other)).order.status).toBe('CLOSED')
    await expireDue(all, undefined, 200)
    expect(new Set(asked).size).toBe(2)
    await expireDue(all)
    expect(new Set(asked).size).toBe(3)
  })

  it('ends as soon as the process is to stop', async () => {
    await passTimeEverywhere(3 * 3600)
    const stop = new AbortController()
    const { all, asked } = await slowChannel(1, () => stop.abort(new Error('stopping')))
    await expect(expireDue(all, stop.signal)).rejects.toThrow('stopping')
    expect(asked).toHaveLength(1)
    await expireDue(await deps())
  })
})
