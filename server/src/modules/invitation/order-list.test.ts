import { afterAll, expect, it } from 'vitest'
import { makeEmployer, makeTeam } from '../../../test/factories/employer.ts'
import { expectMoneyToAddUp } from '../../../test/factories/order.ts'
import { syncClock } from '../../../test/factories/wechat.ts'
import { employerCall, mustEmployer } from '../../../test/world.ts'

afterAll(expectMoneyToAddUp)

const orders = 'GET /invitation/v1/orders'

it('an employer turns the pages of its orders: every one once, the newest first, nobody else’s', async () => {
  await syncClock()
  const { employer, ids } = await makeTeam(3)
  const made: string[] = []
  for (const id of ids) {
    const wish = { ids: [id], payType: 'WECHAT' } as const
    made.push(
      (await mustEmployer('POST /invitation/v1/create_order', wish, employer.token)).orderNo,
    )
  }
  const page = (of: number) => mustEmployer(orders, { page: of, pageSize: 2 }, employer.token)
  const [first, second, beyond] = [await page(1), await page(2), await page(3)]
  for (const [at, one] of [first, second, beyond].entries())
    expect(one).toMatchObject({ total: 3, page: at + 1, pageSize: 2 })
  expect([first, second, beyond].map(({ list }) => list.length)).toEqual([2, 1, 0])
  const shown = [...first.list, ...second.list]
  expect(shown.map(({ orderNo }) => orderNo)).toEqual(made.toReversed())
  expect(await mustEmployer(orders, {}, employer.token)).toMatchObject({ total: 3, pageSize: 20 })
  const other = await makeEmployer()
  expect(await mustEmployer(orders, {}, other.token)).toMatchObject({ list: [], total: 0 })
  for (const bad of [{ page: 0 }, { pageSize: 101 }])
    expect(await employerCall(orders, bad, employer.token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { [Object.keys(bad)[0] ?? '']: expect.any(String) } },
    })
})
