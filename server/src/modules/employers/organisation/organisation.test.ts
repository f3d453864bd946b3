import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAuditActionsOf, listAuditRowsOf } from '../../../../test/audit.ts'
import { makeEmployer } from '../../../../test/factories/employer.ts'
import { createTestCreditCode } from '../../../../test/factories/invoice.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { call, deps, employerCall, mustEmployer, mustStaff, staffCall } from '../../../../test/world.ts'

const desk = () => makeStaff({ permissions: ['organisation.read', 'organisation.manage'] })
const wish = () => ({
  id: randomUUID(),
  creditCode: createTestCreditCode(),
  name: '示例医药连锁有限公司',
  contactName: '王主任',
  contactPhone: '0571-88886666',
})
const login = 'POST /organisation/v1/login'
const change = 'POST /organisation/v1/change_password'

describe('staff page of employers', () => {
  it('creates an employer with a one-time password, shown once, that must be changed', async () => {
    const { token, username } = await desk()
    const input = wish()
    const { id, password } = await mustStaff('POST /organisation/v1/create', input, token)
    expect(id).toBe(input.id)
    expect(await mustStaff('POST /organisation/v1/create', input, token)).toEqual({
      id,
      password: null,
    })
    const { creditCode } = input
    const signedIn = await mustEmployer(login, { creditCode: creditCode.toLowerCase(), password })
    expect(signedIn.organisation).toEqual({
      id,
      name: input.name,
      creditCode,
      mustChangePassword: true,
    })
    expect(await employerCall('GET /invitation/v1/plans', {}, signedIn.token)).toMatchObject({
      key: 'organisation.passwordChangeNeeded',
    })
    const weak = { oldPassword: password, newPassword: 'password' }
    expect(await employerCall(change, weak, signedIn.token)).toMatchObject({
      key: 'student.weakPassword',
    })
    expect(await employerCall(change, { oldPassword: '不对', newPassword: 'Zz9!zz99' }, signedIn.token)).toMatchObject({
      key: 'student.wrongPassword',
    })
    await mustEmployer(change, { oldPassword: password, newPassword: 'Zz9!zz99' }, signedIn.token)
    expect(await mustEmployer('GET /organisation/v1/me', {}, signedIn.token)).toMatchObject({
      mustChangePassword: false,
    })
    const list = await mustStaff('GET /organisation/v1/list', { keyword: creditCode }, token)
    expect(list.list).toMatchObject([{ id, mustChangePassword: false, invited: 0, paid: 0 }])
    expect((await listAuditRowsOf(id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['organisation.created', username],
      ['organisation.loggedIn', `organisation:${id}`],
      ['organisation.passwordRefused', `organisation:${id}`],
      ['organisation.passwordChanged', `organisation:${id}`],
    ])
  })

  it('refuses a wrong or taken employer code and staff without permission', async () => {
    const { token } = await desk()
    const reader = await makeStaff({ permissions: ['organisation.read'] })
    const nobody = await makeStaff({ permissions: ['audit.read'] })
    const [input, employer] = [wish(), await makeEmployer()]
    const create = 'POST /organisation/v1/create'
    const wrong = { ...input, creditCode: `${input.creditCode.slice(0, 17)}?` }
    expect(await staffCall(create, wrong, token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { creditCode: expect.any(String) } },
    })
    const taken = { ...input, creditCode: employer.creditCode }
    expect(await staffCall(create, taken, token)).toMatchObject({ key: 'organisation.codeTaken' })
    const other = { ...wish(), id: employer.id }
    expect(await staffCall(create, other, token)).toMatchObject({ key: 'organisation.keyUsed' })
    await mustStaff(create, input, token)
    for (const change of [{ name: '另一家药房' }, { contactName: '李主任' }, { contactPhone: '057112345678' }])
      expect(await staffCall(create, { ...input, ...change }, token)).toMatchObject({
        key: 'organisation.keyUsed',
      })
    expect(await staffCall(create, input, reader.token)).toMatchObject({ key: 'staff.forbidden' })
    expect(await staffCall(create, input)).toMatchObject({ status: 401 })
    const list = 'GET /organisation/v1/list'
    expect(await staffCall(list, {}, nobody.token)).toMatchObject({ key: 'staff.forbidden' })
    expect(await staffCall(list)).toMatchObject({ status: 401 })
    expect(await staffCall(list, { page: 'x' }, token)).toMatchObject({ key: 'common.invalid' })
  })

  it('disabling or enabling an employer takes effect at once', async () => {
    const { token } = await desk()
    const reader = await makeStaff({ permissions: ['organisation.read'] })
    const employer = await makeEmployer()
    const update = 'POST /organisation/v1/update'
    const { id, creditCode, password } = employer
    const { creditCode: _, id: _id, ...described } = wish()
    const shown = async () => {
      const filter = { keyword: creditCode }
      const [row] = (await mustStaff('GET /organisation/v1/list', filter, token)).list
      if (!row) throw new Error('the list does not show it')
      return row
    }
    const before = await shown()
    const off = { ...described, id, disabled: true, before, reason: '单位注销' }
    expect(await staffCall(update, off, reader.token)).toMatchObject({ key: 'staff.forbidden' })
    expect(await staffCall(update, off)).toMatchObject({ status: 401 })
    await mustStaff(update, off, token)
    await mustStaff(update, off, token)
    expect(await employerCall('GET /organisation/v1/me', {}, employer.token)).toMatchObject({
      status: 401,
    })
    expect(await employerCall(login, { creditCode, password })).toMatchObject({
      key: 'student.badCredentials',
    })
    // A form opened before the disabling cannot enable the employer again.
    const late = { ...off, disabled: false, contactPhone: '13912345678' }
    expect(await staffCall(update, late, token)).toMatchObject({ key: 'organisation.stale' })
    expect(await shown()).toMatchObject({ disabled: true })
    await mustStaff(update, { ...off, disabled: false, before: await shown() }, token)
    await mustEmployer(login, { creditCode, password })
    await mustStaff(update, { ...late, before: await shown() }, token)
    const { db } = await deps()
    const log = db.selectFrom('auditLog').select('detail').where('subject', '=', id)
    const written = JSON.stringify(await log.execute())
    // The audit log does not show the phone number of a person.
    for (const phone of ['0571-88888888', off.contactPhone, '13912345678']) expect(written).not.toContain(phone)
    expect(written).toContain('139****5678')
    const changes = (await listAuditRowsOf(id)).filter(({ action }) => action === 'organisation.updated')
    expect(changes).toHaveLength(3)
    expect(await staffCall(update, { ...off, id: randomUUID() }, token)).toMatchObject({
      key: 'organisation.notFound',
    })
    expect(await staffCall(update, { ...off, reason: '' }, token)).toMatchObject({
      key: 'common.invalid',
    })
  })

  it('a password reset of an employer ends its sessions and removes its sign-in lock', async () => {
    const { token } = await desk()
    const reader = await makeStaff({ permissions: ['organisation.read'] })
    const { id, creditCode, token: before } = await makeEmployer()
    for (let time = 0; time < 5; time += 1) await employerCall(login, { creditCode, password: `falsch ${time}` })
    const reset = 'POST /organisation/v1/reset'
    const input = { id, key: randomUUID(), reason: '忘记密码' }
    expect(await staffCall(reset, input, reader.token)).toMatchObject({ key: 'staff.forbidden' })
    expect(await staffCall(reset, input)).toMatchObject({ status: 401 })
    const { password } = await mustStaff(reset, input, token)
    expect(await employerCall('GET /organisation/v1/me', {}, before)).toMatchObject({ status: 401 })
    expect((await mustEmployer(login, { creditCode, password })).organisation).toMatchObject({
      mustChangePassword: true,
    })
    // A repeated reset creates no second password; a key belongs to one reset.
    expect(await staffCall(reset, input, token)).toMatchObject({ key: 'common.passwordGiven' })
    await mustEmployer(login, { creditCode, password })
    const { id: other } = await makeEmployer()
    expect(await staffCall(reset, { ...input, id: other }, token)).toMatchObject({
      key: 'common.keyUsed',
    })
    expect(await staffCall(reset, { ...input, id: randomUUID() }, token)).toMatchObject({
      key: 'organisation.notFound',
    })
    expect(await staffCall(reset, { id, reason: '忘记密码' }, token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { key: expect.any(String) } },
    })
    expect(await staffCall(reset, { id }, token)).toMatchObject({ key: 'common.invalid' })
  })
})

describe('password changes of an employer', () => {
  it('a repeated password change gets the first response; another session is told of a wrong password', async () => {
    const { id, creditCode, password: oldPassword, token } = await makeEmployer()
    const body = { oldPassword, newPassword: 'Zz9!zz99' }
    await Promise.all([1, 2].map(() => mustEmployer(change, body, token)))
    for (const _ of [1, 2, 3, 4, 5, 6]) await mustEmployer(change, body, token)
    const other = await mustEmployer(login, { creditCode, password: body.newPassword })
    expect(await employerCall(change, body, other.token)).toMatchObject({
      key: 'student.wrongPassword',
    })
    const guess = { ...body, newPassword: 'Yy8!yy88' }
    expect(await employerCall(change, guess, token)).toMatchObject({ key: 'student.wrongPassword' })
    expect((await listAuditActionsOf(id)).filter((action) => /passwordChanged/.test(action))).toEqual([
      'organisation.passwordChanged',
    ])
  })
})

describe('sign-in of an employer', () => {
  it('requires a challenge from the third sign-in attempt and does not reveal accounts', async () => {
    const { id, creditCode, password } = await makeEmployer()
    const nobody = createTestCreditCode()
    for (const code of [creditCode, nobody]) {
      for (let time = 0; time < 2; time += 1)
        expect(await employerCall(login, { creditCode: code, password: 'falsch' })).toMatchObject({
          key: 'student.badCredentials',
        })
      expect(await employerCall(login, { creditCode: code, password })).toMatchObject({
        key: 'student.challengeRequired',
        data: { challenge: expect.anything() },
      })
    }
    expect(await employerCall(login, { password })).toMatchObject({ key: 'common.invalid' })
    expect((await listAuditActionsOf(id)).slice(1)).toEqual(Array(2).fill('organisation.loginFailed'))
    // Sign-in events of unknown codes are stored only in a table that expires.
    expect(await listAuditActionsOf('')).toEqual([])
    const { db } = await deps()
    const told = db.selectFrom('securityLog').select(['event', 'studentId', 'detail'])
    expect((await told.orderBy('id').execute()).slice(-2)).toEqual(
      Array(2).fill({ event: 'organisation.loginFailed', studentId: null, detail: {} }),
    )
  })

  it('tokens of employers, students and staff do not work for each other', async () => {
    const [employer, student, staff] = [await makeEmployer(), await makeStudent(), await desk()]
    const me = 'GET /organisation/v1/me'
    expect(await employerCall(me)).toMatchObject({ status: 401 })
    for (const { token } of [student, staff]) expect(await employerCall(me, {}, token)).toMatchObject({ status: 401 })
    expect(await call('GET /student/v1/profile', {}, employer.token)).toMatchObject({ status: 401 })
    expect(await staffCall('GET /staff/v1/me', {}, employer.token)).toMatchObject({ status: 401 })
    expect(await employerCall(change, {}, employer.token)).toMatchObject({ key: 'common.invalid' })
    expect(await employerCall(change)).toMatchObject({ status: 401 })
  })

  it('a sign-out ends the employer session', async () => {
    const { token } = await makeEmployer()
    await mustEmployer('POST /organisation/v1/logout', {}, token)
    expect(await employerCall('POST /organisation/v1/logout', {}, token)).toMatchObject({
      status: 401,
    })
  })
})
