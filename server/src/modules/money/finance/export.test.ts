import { afterAll, describe, expect, it } from 'vitest'
import { makeDifference } from '../../../../test/factories/bills.ts'
import { makePaidTeam, refundTeamMember } from '../../../../test/factories/employer.ts'
import { expectMoneyToAddUp, signInAgain } from '../../../../test/factories/order.ts'
import { approveTestRefund, makeRefundRequest } from '../../../../test/factories/refund.ts'
import { readSheetTexts } from '../../../../test/factories/sheet.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makePaidWechatOrder, passTimeEverywhere } from '../../../../test/factories/wechat.ts'
import { deps, mustStaff } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'
import { shanghaiDay } from '../../../platform/shanghai-day.ts'
import { listDeskRefunds } from './store/orders.ts'

afterAll(expectMoneyToAddUp)

const finance = () => makeStaff({ roles: ['FINANCE'] })

describe('exports of the finance desk', () => {
  const fileOf = async (wish: object) => {
    const { token } = await finance()
    const file = await mustStaff('POST /finance/v1/export', wish as never, token)
    const rows = await readSheetTexts(Buffer.from(file.content, 'base64'))
    return rows.slice(1)
  }

  it('exports refunds of the found orders with their student, and the number of rows left out', async () => {
    const [team, other] = [await makePaidTeam(), await makePaidTeam(1)]
    for (const place of [0, 1]) await refundTeamMember(team, place)
    await refundTeamMember(other, 0)
    const { year } = team.plan
    const rows = await fileOf({ what: 'REFUNDS', year, student: team.students[0]?.name })
    expect(rows.map(([, orderNo]) => orderNo)).toEqual([team.orderNo, team.orderNo])
    expect(rows.map((row) => row[3]).toSorted()).toEqual(team.students.map(({ name }) => name).toSorted())
    const orders = await fileOf({ what: 'ORDERS', number: team.orderNo })
    expect(orders[0]?.slice(5, 8)).toEqual(['240', '240', '0'])
    expect(orders[0]?.at(-1)).toMatch(/^4200/)
    const { db } = await deps()
    const cut = await listDeskRefunds(db, { number: team.orderNo }, 1)
    expect([cut.list.length, cut.total]).toEqual([1, 2])
  })

  it('exports orders by payment day and refunds by completion day', async () => {
    const { db } = await deps()
    const order = await makePaidWechatOrder()
    const made = shanghaiDay(await appNow(db))
    await passTimeEverywhere(2 * 86_400)
    const { student, plan } = order
    await signInAgain(student)
    const day = shanghaiDay(await appNow(db))
    await approveTestRefund((await makeRefundRequest({ paid: order })).id)
    const on = (from: string, more: object) => ({ ...more, year: plan.year, from, to: from })
    expect(await fileOf(on(made, { what: 'ORDERS', dateOf: 'PAID' }))).toHaveLength(1)
    expect(await fileOf(on(day, { what: 'ORDERS', dateOf: 'PAID' }))).toEqual([])
    expect(await fileOf(on(made, { what: 'REFUNDS' }))).toEqual([])
    expect(await fileOf(on(day, { what: 'REFUNDS', dateOf: 'PAID' }))).toHaveLength(1)
  })

  it('exports differences of the chosen state and kind', async () => {
    const { order } = await makeDifference()
    const subjects = async (filter: object) => (await fileOf({ what: 'DIFFERENCES', ...filter })).map((row) => row[1])
    expect(await subjects({ state: 'OPEN', kind: 'NOTIFICATION' })).toContain(order.outTradeNo)
    for (const filter of [{ state: 'RESOLVED' }, { state: 'OPEN', kind: 'AMOUNT' }])
      expect(await subjects(filter)).not.toContain(order.outTradeNo)
  })
})
