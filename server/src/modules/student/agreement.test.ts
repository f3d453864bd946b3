import { expect, it } from 'vitest'
import { registration } from '../../../test/factories/student.ts'
import { call, deps, must } from '../../../test/world.ts'

it('names both texts one has to agree to', async () => {
  const answer = await call(
    'POST /student/v1/register',
    await registration({ agreementVersion: '' }),
  )
  expect(answer.data).toMatchObject({
    fields: { agreementVersion: '请阅读并同意用户协议和隐私政策' },
  })
})

it('refuses an outdated version of either', async () => {
  for (const change of [{ agreementVersion: 'before' }, { privacyVersion: 'before' }])
    expect(await call('POST /student/v1/register', await registration(change))).toMatchObject({
      key: 'student.agreementOutdated',
    })
})

it('records agreement to the versions that were read, to none that is not named', async () => {
  const agreed = async (change: Record<string, unknown>) => {
    const person = await registration(change)
    const { user } = await must('POST /student/v1/register', person)
    const { db } = await deps()
    const rows = await db
      .selectFrom('agreement')
      .select(['document', 'version'])
      .where('studentId', '=', user.id)
      .orderBy('document')
      .execute()
    return { person, rows }
  }
  const { person, rows } = await agreed({})
  const agreement = { document: 'AGREEMENT', version: person.agreementVersion }
  expect(rows).toEqual([agreement, { document: 'PRIVACY', version: person.privacyVersion }])
  expect((await agreed({ privacyVersion: undefined })).rows).toEqual([agreement])
})
