import { afterAll, expect, it } from 'vitest'
import { makeEmployer, makePaidTeam, makeTeam, refundTeamMember } from '../../../../test/factories/employer.ts'
import { expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { controlChannel, syncChannelClock } from '../../../../test/factories/wechat.ts'
import { employerCall, mustEmployer, mustStaff } from '../../../../test/world.ts'

afterAll(expectMoneyToAddUp)

const orders = 'GET /invitation/v1/orders'

it('an employer pages through its own orders, newest first', async () => {
  await syncChannelClock()
  const { employer, ids } = await makeTeam(3)
  const made: string[] = []
  for (const id of ids) {
    const wish = { ids: [id], payType: 'WECHAT' } as const
    made.push((await mustEmployer('POST /invitation/v1/create_order', wish, employer.token)).orderNo)
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

it('employers, finance and staff see the same net amount after a partial refund', async () => {
  const order = await makePaidTeam(3)
  const { employer, orderNo } = order
  const { token } = await makeStaff({ roles: ['SUPER_ADMIN'] })
  const seen = async () => {
    const [own] = (await mustEmployer(orders, {}, employer.token)).list
    const finance = await mustStaff('POST /finance/v1/orders', { number: orderNo }, token)
    const filter = { keyword: employer.creditCode }
    const [desk] = (await mustStaff('GET /organisation/v1/list', filter, token)).list
    return { own: own?.kept, finance: finance.paidTotal, people: desk?.paid }
  }
  expect(await seen()).toEqual({ own: 36_000, finance: 36_000, people: 3 })
  await controlChannel('refundOutcome', { outcome: 'PROCESSING' })
  await refundTeamMember(order, 0)
  await controlChannel('refundOutcome', { outcome: 'SUCCESS' })
  expect(await seen()).toEqual({ own: 24_000, finance: 24_000, people: 2 })
  await refundTeamMember(order, 1)
  await refundTeamMember(order, 2)
  expect(await seen()).toEqual({ own: 0, finance: 0, people: 0 })
})
