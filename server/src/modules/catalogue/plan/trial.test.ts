import { expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { makeOrder } from '../../../../test/factories/order.ts'
import { unchangedPlanInput } from '../../../../test/factories/plan.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { must, mustStaff, staffCall } from '../../../../test/world.ts'

it('the trial mark of a plan can change only until the first sign-up, and the change is audited', async () => {
  const academic = await makeStaff({ permissions: ['teaching.read', 'teaching.edit'] })
  const info = (id: string) => mustStaff('GET /plan/v1/info', { id }, academic.token)
  const plan = await makePlan({ courses: [{ hours: 120 }] })
  const input = await unchangedPlanInput(plan.id, academic)
  const save = (content: unknown) => staffCall('POST /plan/v1/save', content, academic.token)
  const mark = (trial: boolean, version: number) => save({ ...input, version, content: { ...input.content, trial } })
  expect(await mark(true, 1)).toMatchObject({ data: { version: 2 } })
  expect(await info(plan.id)).toMatchObject({ trial: true, takenUp: false })
  expect((await listAuditRowsOf(plan.id)).at(-1)).toMatchObject({
    action: 'plan.saved',
    detail: { before: { trial: false }, after: { trial: true } },
  })
  const { student, orderNo } = await makeOrder({ plan })
  await must('POST /order/v1/cancel_order', { orderNo }, student.token)
  expect(await info(plan.id)).toMatchObject({ paid: 0, takenUp: true })
  expect(await mark(false, 2)).toMatchObject({
    key: 'plan.trialKept',
    data: { fields: { trial: expect.any(String) } },
  })
  const { list } = await must('GET /course/v1/year_list', {}, student.token)
  expect(list.find(({ year }) => year === plan.year)?.trial).toBe(true)
  const content = { ...input.content, trial: true, title: '改个名称' }
  expect(await save({ ...input, version: 2, content })).toMatchObject({ data: { version: 3 } })
})
