import { sql } from 'kysely'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import {
  exportInvitationRows,
  inviteStudents,
  makeEmployer,
  makeTeam,
  makeTeamOrder,
  refundTeamMember,
  type TestTeam,
} from '../../../../test/factories/employer.ts'
import { expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { createChannelNotificationOf, deliverNotification, payAtWechat } from '../../../../test/factories/wechat.ts'
import { deps, must, mustEmployer, mustStaff, passTime } from '../../../../test/world.ts'
import { faultLog } from '../../../platform/observability/log.ts'
import { SettingsReader } from '../../../platform/settings.ts'
import { forgetEmployerListData } from '../../employers/invitation/service/notify.ts'
import { runRetentionRules } from './service/rules.ts'

const gone = '已按期限删除'

beforeEach(async () => {
  const { db } = await deps()
  await db.deleteFrom('retentionRun').execute()
  await db.deleteFrom('setting').where('key', 'like', 'retention.%').execute()
  await db.insertInto('setting').values({ key: 'retention.hour', value: '0' }).execute()
})
afterAll(expectMoneyToAddUp)

/** Runs the night job when study ended `days` ago. */
async function nightAfter(days: number, { plan }: Pick<TestTeam, 'plan'>): Promise<void> {
  const all = await deps()
  await sql`
    update plan set sign_start_at = app_now() - interval '1000 days', sign_end_at = app_now() - interval '900 days',
      study_end_at = app_now() - interval '1 day' * ${days}::int
    where id = ${plan.id}`.execute(all.db)
  await all.db.deleteFrom('retentionRun').execute()
  await forgetEmployerListData(all, undefined, 1)
  await runRetentionRules({ ...all, settings: new SettingsReader(all.db) })
}

async function shownTo({ employer, plan, ids }: TestTeam) {
  const filter = { planId: plan.id, pageSize: '100' }
  const { list } = await mustEmployer('POST /invitation/v1/list', filter, employer.token)
  return ids.map((id) => {
    const row = list.find((one) => one.id === id)
    return row && [row.name, row.numberEnd, row.state]
  })
}
async function keptName(id: string | undefined) {
  const { db } = await deps()
  const row = await db
    .selectFrom('organisationInvitation')
    .select(['name', 'state'])
    .where('id', '=', id ?? '')
    .executeTakeFirst()
  return [row?.name, row?.state]
}

it('names not in an order are deleted after study ends; list, export and order stay readable', async () => {
  const order = await makeTeamOrder(2)
  await payAtWechat(order)
  await deliverNotification(await createChannelNotificationOf(order))
  await refundTeamMember(order, 1)
  const { employer, plan } = order
  const more = await makeTeam(3, { employer, plan })
  const [declined, taken, waiting] = more.ids
  await must('POST /invitation/v1/decline', { id: declined ?? '' }, more.students[0]?.token)
  await mustEmployer('POST /invitation/v1/withdraw', { ids: [taken ?? ''] }, employer.token)
  const [silent] = await inviteStudents(employer, plan, [await makeStudent()])
  const name = order.students[0]?.name
  await nightAfter(179, order)
  expect(await shownTo(more)).toEqual([
    [more.students[0]?.name, '', 'DECLINED'],
    undefined,
    [more.students[2]?.name, '', 'CONFIRMED'],
  ])
  await nightAfter(181, order)
  expect(await shownTo(order)).toEqual([
    [name, '', 'EXPIRED'],
    [gone, '', 'REFUNDED'],
  ])
  expect(await shownTo(more)).toEqual([[gone, '', 'DECLINED'], undefined, [gone, '', 'CONFIRMED']])
  for (const [id, state] of [
    [declined, 'DECLINED'],
    [taken, 'WITHDRAWN'],
    [waiting, 'CONFIRMED'],
    [silent, 'WITHDRAWN'],
  ])
    expect(await keptName(id)).toEqual([gone, state])
  const names = (await exportInvitationRows(employer, plan.id)).slice(1).map(([who]) => who)
  expect(names.toSorted()).toEqual([name, gone, gone, gone].toSorted())
  const [card] = (await mustEmployer('GET /invitation/v1/orders', {}, employer.token)).list
  expect(card?.lines.map((line) => [line.name, line.refunded]).toSorted()).toEqual(
    [
      [name, false],
      [gone, true],
    ].toSorted(),
  )
})

it('names of another year stay, staff set the days, and the job deletes nothing twice', async () => {
  const [old, young] = [await makeTeam(1), await makeTeam(1, { plan: await makePlan() })]
  const { token } = await makeStaff({ permissions: ['retention.read', 'retention.edit'] })
  const change = { key: 'EMPLOYER_NAMES', keepDays: 30, before: 180, reason: '协会决定' }
  expect(await mustStaff('POST /retention/v1/set', change, token)).toMatchObject({ keepDays: 30 })
  await nightAfter(31, old)
  expect(await keptName(old.ids[0])).toEqual([gone, 'CONFIRMED'])
  expect(await keptName(young.ids[0])).toEqual([young.students[0]?.name, 'CONFIRMED'])
  const rule = async () =>
    (await mustStaff('GET /retention/v1/rules', {}, token)).list.find(({ key }) => key === 'EMPLOYER_NAMES')
  expect((await rule())?.lastRun?.removed).toBeGreaterThan(0)
  await nightAfter(32, old)
  expect(await rule()).toMatchObject({ keepDays: 30, lastRun: { removed: 0 } })
})

it('an invitation whose number cannot be deleted keeps only its own, and is tried again', async () => {
  const [employer, plan] = [await makeEmployer(), await makePlan()]
  const ids = await inviteStudents(employer, plan, await Promise.all([makeStudent(), makeStudent(), makeStudent()]))
  const { db } = await deps()
  await sql`create function refuse_forgetting() returns trigger language plpgsql as $$
    begin raise exception 'this number stays'; end $$`.execute(db)
  await sql`create trigger stuck before update on organisation_invitation for each row
    when (new.id = ${sql.lit(ids[1])}) execute function refuse_forgetting()`.execute(db)
  const numbers = async () => {
    const rows = await db.selectFrom('organisationInvitation').select(['id', 'idNo']).where('id', 'in', ids).execute()
    return ids.map((id) => rows.find((row) => row.id === id)?.idNo)
  }
  const number = (await numbers())[1]
  const log = vi.spyOn(faultLog, 'error').mockImplementation(() => undefined)
  await sql`
    update plan set sign_start_at = app_now() - interval '9 days', sign_end_at = app_now() - interval '8 days',
      study_end_at = app_now() - interval '1 day' where id = ${plan.id}`.execute(db)
  await expect(forgetEmployerListData({ db }, AbortSignal.abort())).rejects.toThrow('abort')
  expect((await numbers()).includes(null)).toBe(false)
  await forgetEmployerListData({ db })
  expect(await numbers()).toEqual([null, number, null])
  expect(log.mock.calls.map(([, what]) => what)).toEqual([`invitation.forgetLists ${ids[1]}`])
  log.mockRestore()
  await sql`drop trigger stuck on organisation_invitation`.execute(db)
  await sql`drop function refuse_forgetting`.execute(db)
  await passTime(60)
  await forgetEmployerListData({ db })
  expect(await numbers()).toEqual([null, null, null])
})
