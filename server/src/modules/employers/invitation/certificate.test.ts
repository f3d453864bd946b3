import { unverifiedMemberNote } from '@ce/contract/member-states'
import { afterAll, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import {
  acceptTestInvitation,
  exportInvitationRows,
  makeTeam,
  type TestEmployer,
} from '../../../../test/factories/employer.ts'
import { expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { createTestIdNo, makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { syncChannelClock } from '../../../../test/factories/wechat.ts'
import { deps, employerCall, must, mustEmployer } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { addInvitations } from './service.ts'

afterAll(expectMoneyToAddUp)

const create = 'POST /invitation/v1/create_order'

/** The employer names somebody by certificate number, and by id number if known. @returns id of the invitation */
async function name(employer: TestEmployer, planId: string, who: TestStudent, idNo?: string) {
  const { db } = await deps()
  const of = { organisationId: employer.id, planId }
  const person = { name: who.name, idNo: idNo ?? null, certificateNo: who.certificateNo }
  await inTransaction(db, (tx) => addInvitations(tx, of, [person]))
  const row = await db
    .selectFrom('organisationInvitation')
    .select('id')
    .where('organisationId', '=', employer.id)
    .where('certificateNo', '=', who.certificateNo)
    .where('state', '<>', 'WITHDRAWN')
    .executeTakeFirstOrThrow()
  return row.id
}

it('an agreement by certificate number alone needs the confirmation of the employer', async () => {
  await syncChannelClock()
  const { employer, plan, ids } = await makeTeam(1)
  const [known = ''] = ids
  const { token } = employer
  const somebody = await makeStudent({ name: '王伟' })
  const id = await name(employer, plan.id, somebody)
  const seen = async () => {
    const { list } = await mustEmployer('POST /invitation/v1/list', { planId: plan.id }, token)
    return [id, known].map((one) => list.find((row) => row.id === one)?.byCertificateOnly)
  }
  expect(await seen()).toEqual([false, false])
  await acceptTestInvitation(somebody, id, plan)
  expect(await seen()).toEqual([true, false])
  const notes = (await exportInvitationRows(employer, plan.id)).map((row) => [row[0], row[4]])
  expect(notes).toContainEqual(['王伟', unverifiedMemberNote])
  expect(notes.filter(([, note]) => note === unverifiedMemberNote)).toHaveLength(1)
  const wish = { ids: [id, known], payType: 'WECHAT' } as const
  for (const vouchedFor of [undefined, [], [known]])
    expect(await employerCall(create, { ...wish, vouchedFor }, token)).toMatchObject({
      key: 'invitation.notVouchedFor',
      data: { names: '王伟' },
    })
  expect((await mustEmployer('GET /invitation/v1/orders', {}, token)).total).toBe(0)
  expect(await employerCall(create, { ...wish, vouchedFor: ['x'] }, token)).toMatchObject({
    key: 'common.invalid',
  })
  const asked = { ...wish, vouchedFor: [id] }
  const { orderNo } = await mustEmployer(create, asked, token)
  expect((await mustEmployer(create, asked, token)).orderNo).toBe(orderNo)
  const said = (await listAuditRowsOf(orderNo)).filter(({ action }) => action === 'invitation.vouchedFor')
  expect(said).toMatchObject([{ actor: `organisation:${employer.id}`, detail: { ids: [id] } }])
})

it('if the employer names an id number, only the account with that number finds the invitation', async () => {
  const { employer, plan } = await makeTeam(0)
  const [taker, right] = [await makeStudent({ name: '李娜' }), await makeStudent({ name: '李娜' })]
  const first = await name(employer, plan.id, taker)
  await acceptTestInvitation(taker, first, plan)
  await mustEmployer('POST /invitation/v1/withdraw', { ids: [first] }, employer.token)
  const second = await name(employer, plan.id, taker, createTestIdNo())
  const mine = async ({ token }: TestStudent) =>
    (await must('GET /invitation/v1/mine', {}, token)).list.map((one) => [one.id, one.state])
  expect(await mine(taker)).toEqual([[first, 'WITHDRAWN']])
  await mustEmployer('POST /invitation/v1/withdraw', { ids: [second] }, employer.token)
  const third = await name(employer, plan.id, right, right.idNo)
  expect(await mine(right)).toEqual([[third, 'INVITED']])
  await acceptTestInvitation(right, third, plan)
  const { list } = await mustEmployer('POST /invitation/v1/list', { planId: plan.id }, employer.token)
  expect(list).toMatchObject([{ id: third, state: 'CONFIRMED', byCertificateOnly: false }])
})
