import { expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makePaidTeam } from '../../../../test/factories/employer.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { employerCall, mustEmployer, mustStaff } from '../../../../test/world.ts'

it('an employer withdraws and corrects its application until staff have begun', async () => {
  const clerk = await makeStaff({ roles: ['FINANCE'] })
  const { orderNo, employer } = await makePaidTeam(1)
  const apply = (wanted: object) =>
    employerCall(
      'POST /invitation/v1/apply_invoice',
      { orderNo, titleType: 'COMPANY', email: 'finance@example.com', ...wanted },
      employer.token,
    )
  const back = (id: string) => employerCall('POST /invitation/v1/withdraw_invoice', { id }, employer.token)
  const one = (await apply({})).data
  expect(one).toMatchObject({ state: 'PENDING', mayWithdraw: true })
  expect(await back(one.id)).toMatchObject({ data: { withdrawnAt: expect.any(String) } })
  expect(await back(one.id)).toMatchObject({ code: 1 })
  expect((await listAuditRowsOf(one.id)).at(-1)).toMatchObject({
    action: 'invoice.withdrawn',
    actor: `organisation:${employer.id}`,
  })
  const two = (await apply({})).data
  const three = (await apply({ remark: '11 月', insteadOf: two.id })).data
  expect(three).toMatchObject({ state: 'PENDING', remark: '11 月' })
  expect(await mustEmployer('GET /invitation/v1/invoice', { orderNo }, employer.token)).toMatchObject({
    id: three.id,
  })
  await mustStaff('POST /invoice/v1/export', { ids: [three.id] }, clerk.token)
  expect(await back(three.id)).toMatchObject({ key: 'invoice.takenUp' })
  expect(await apply({ insteadOf: three.id })).toMatchObject({ key: 'invoice.takenUp' })
})
