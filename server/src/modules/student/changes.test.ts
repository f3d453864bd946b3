import { expect, it } from 'vitest'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps } from '../../../test/world.ts'

it('ignores profile changes without effect and limits changes per day', async () => {
  const student = await makeStudent()
  const { db, settings } = await deps()
  const most = await settings.get('student.changesPerDay')
  const modify = (body: object) => call('POST /student/v1/modify', body, student.token)
  const left = async () => ({
    events: (
      await db
        .selectFrom('securityLog')
        .select('detail')
        .where('studentId', '=', student.id)
        .where('event', '=', 'PROFILE_CHANGED')
        .execute()
    ).map(({ detail }) => detail),
    row: await db
      .selectFrom('student')
      .select(['city', 'registrationValidTo', 'updatedAt'])
      .where('id', '=', student.id)
      .executeTakeFirstOrThrow(),
  })
  const wish = { city: '示例市', registrationValidTo: '2030-06-30', titleCode: 3, school: '' }
  await Promise.all([1, 2, 3].map(() => modify(wish)))
  const once = await left()
  expect(once.events).toEqual([{ fields: ['titleCode', 'registrationValidTo', 'city'] }])
  expect(await modify({})).toMatchObject({ code: 1, data: { city: '示例市' } })
  expect(await modify(wish)).toMatchObject({ code: 1 })
  expect(await left()).toEqual(once)
  for (let count = 1; count < most; count += 1)
    expect(await modify({ city: `示例市${count}` })).toMatchObject({ code: 1 })
  const spent = await left()
  expect(spent.events).toHaveLength(most)
  expect(await modify({ city: '另一市' })).toMatchObject({ key: 'student.changesSpent' })
  expect(await left()).toEqual(spent)
  expect(await modify({ city: spent.row.city })).toMatchObject({ code: 1 })
})
