import { describe, expect, it } from 'vitest'
import { listAuditActionsOf, listAuditRowsOf } from '../../../../test/audit.ts'
import { makeStaff, signInStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { deps, mustStaff, passTime, staffCall, world } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'

const wrong = 'Wrong#2026'
const loginKey = 'POST /staff/v1/login'

describe('sign-in of staff', () => {
  it('staff sign-in ignores the case of the username and returns roles and permissions', async () => {
    const { username, password, id } = await makeStaff({ roles: ['EDITOR', 'AUDITOR'] })
    const { token, staff } = await mustStaff(loginKey, {
      username: ` ${username.toUpperCase()}`,
      password,
    })
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(staff).toEqual({
      id,
      username,
      name: '测试职员',
      roles: [
        { code: 'EDITOR', title: '内容编辑' },
        { code: 'AUDITOR', title: '审计员' },
      ],
      permissions: expect.arrayContaining(['audit.read', 'poster.edit', 'poster.publish']),
      totp: 'OFF',
      mustChangePassword: false,
      idleSeconds: await (await deps()).settings.get('staff.idleSeconds'),
    })
    expect(staff.permissions).not.toContain('staff.manage')
    expect(await mustStaff('GET /staff/v1/me', {}, `Bearer ${token}`)).toEqual(staff)
  })

  it('staff see the names of colleagues, other callers do not', async () => {
    const [one, two] = [await makeStaff({ permissions: [] }), await makeStaff({ permissions: [], name: '同事丙' })]
    const names = await mustStaff('GET /staff/v1/names', {}, one.token)
    expect(names).toContainEqual({ username: two.username, name: '同事丙' })
    expect(await staffCall('GET /staff/v1/names', {})).toMatchObject({ status: 401 })
    const student = await makeStudent()
    expect(await staffCall('GET /staff/v1/names', {}, student.token)).toMatchObject({ status: 401 })
  })

  it('unknown, disabled and wrong-password sign-ins get the same response and are locked alike', async () => {
    const known = await makeStaff({ permissions: [] })
    const disabled = await makeStaff({ permissions: [] })
    const { db } = await deps()
    await db
      .updateTable('staff')
      .set({ disabledAt: await appNow(db) })
      .where('id', '=', disabled.id)
      .execute()
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      const answers = [
        await signInStaff(known.username, wrong),
        await signInStaff(`u${known.username}`, wrong),
        await signInStaff(disabled.username, disabled.password),
      ]
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]?.key).toBe(attempt <= 5 ? 'staff.badCredentials' : 'staff.locked')
    }
    const locked = await signInStaff(known.username, known.password)
    expect(locked).toMatchObject({ key: 'staff.locked', data: { minutes: 15 } })
    expect(await signInStaff(`u${known.username}`, known.password)).toEqual(locked)
    const events = (await listAuditRowsOf(known.id)).map(({ action }) => action)
    expect(events).toEqual([
      'staff.created',
      ...Array(5).fill('staff.loginFailed'),
      'staff.locked',
      'staff.lockedAttempt',
    ])
    // Invented usernames are stored only in a table whose rows expire.
    expect(await listAuditActionsOf('')).toEqual([])
    const made = db.selectFrom('securityLog').select(['event', 'ip', 'detail'])
    const told = await made.where('event', 'like', 'staff.%').orderBy('id').execute()
    expect(told.slice(-7).map(({ event }) => event)).toEqual(events.slice(1))
    expect(told.at(-1)).toMatchObject({ ip: '127.0.0.1', detail: {} })
  })

  it('a staff lock ends 15 minutes after the fifth failure, and a successful sign-in resets the count', async () => {
    const { username, password } = await makeStaff({ permissions: [] })
    for (const _ of [1, 2, 3, 4]) {
      await signInStaff(username, wrong)
      await passTime(200)
    }
    await signInStaff(username, wrong)
    await passTime(14 * 60)
    expect(await signInStaff(username, password)).toMatchObject({ key: 'staff.locked' })
    await passTime(61)
    for (const _ of [1, 2, 3, 4]) await signInStaff(username, wrong)
    expect(await signInStaff(username, password)).toMatchObject({ code: 1 })
    for (const _ of [1, 2, 3, 4])
      expect(await signInStaff(username, wrong)).toMatchObject({ key: 'staff.badCredentials' })
    expect(await signInStaff(username, password)).toMatchObject({ code: 1 })
  })

  it('simultaneous password guesses are counted across both processes', async () => {
    const { username } = await makeStaff({ permissions: [] })
    const answers = await Promise.all(Array.from({ length: 12 }, () => signInStaff(username, wrong)))
    const keys = answers.map(({ key }) => key)
    expect(keys.filter((key) => key === 'staff.badCredentials')).toHaveLength(5)
    expect(keys.filter((key) => key === 'staff.locked')).toHaveLength(7)
  })

  it.each([
    ['username', { password: wrong }],
    ['username', { username: 'x'.repeat(65), password: wrong }],
    ['username', { username: { $ne: null }, password: wrong }],
    ['password', { username: 'admin' }],
    ['password', { username: 'admin', password: 'x'.repeat(129) }],
    ['code', { username: 'admin', password: wrong, code: '12345' }],
    ['code', { username: 'admin', password: wrong, code: 123456 }],
  ])('a staff sign-in refuses a bad %s', async (field, body) => {
    expect(await staffCall(loginKey, body)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
  })
})

describe('sessions of staff', () => {
  it('signing out ends the session in both processes, and other sessions continue', async () => {
    const staff = await makeStaff({ permissions: [] })
    const { token } = await mustStaff(loginKey, staff)
    await mustStaff('POST /staff/v1/logout', {}, token)
    for (const _ of world().origins)
      expect(await staffCall('GET /staff/v1/me', {}, token)).toMatchObject({ status: 401 })
    await mustStaff('GET /staff/v1/me', {}, staff.token)
  })

  it('a staff session ends after 30 idle minutes, and at the latest after 12 hours', async () => {
    const staff = await makeStaff({ permissions: [] })
    for (let minutes = 0; minutes < 12 * 60 - 28; minutes += 28) {
      await mustStaff('GET /staff/v1/me', {}, staff.token)
      await passTime(28 * 60)
    }
    await mustStaff('GET /staff/v1/me', {}, staff.token)
    await passTime(28 * 60)
    expect(await staffCall('GET /staff/v1/me', {}, staff.token)).toMatchObject({ status: 401 })
    const { token } = await mustStaff(loginKey, staff)
    await passTime(31 * 60)
    expect(await staffCall('GET /staff/v1/me', {}, token)).toMatchObject({ status: 401 })
  })

  it('a staff session is stored only as a hash', async () => {
    const { token, id } = await makeStaff({ permissions: [] })
    const { db } = await deps()
    const row = await db.selectFrom('staffSession').selectAll().where('staffId', '=', id).executeTakeFirstOrThrow()
    expect(row.tokenHash).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(token)
  })
})

describe('password changes of staff', () => {
  const key = 'POST /staff/v1/change_password'
  const next = 'Another#2027'

  it('a password change ends other sessions and allows the calls that the first password blocked', async () => {
    const staff = await makeStaff({ permissions: ['audit.read'], mustChangePassword: true })
    expect(await staffCall('GET /audit/v1/list', {}, staff.token)).toMatchObject({
      key: 'staff.passwordChangeNeeded',
    })
    expect(await staffCall('POST /staff/v1/totp_begin', { password: staff.password }, staff.token)).toMatchObject({
      key: 'staff.passwordChangeNeeded',
    })
    expect(await mustStaff('GET /staff/v1/me', {}, staff.token)).toMatchObject({
      mustChangePassword: true,
    })
    const other = await mustStaff(loginKey, staff)
    const body = { oldPassword: staff.password, newPassword: next }
    await mustStaff(key, body, staff.token)
    for (const _ of world().origins)
      expect(await staffCall('GET /staff/v1/me', {}, other.token)).toMatchObject({ status: 401 })
    await mustStaff('GET /audit/v1/list', {}, staff.token)
    expect(await signInStaff(staff.username, staff.password)).toMatchObject({
      key: 'staff.badCredentials',
    })
    await mustStaff(loginKey, { username: staff.username, password: next })
  })

  it('a repeated password change gets the first response, and another session is refused', async () => {
    const staff = await makeStaff({ permissions: [] })
    const body = { oldPassword: staff.password, newPassword: next }
    await Promise.all([1, 2].map(() => mustStaff(key, body, staff.token)))
    for (const _ of [1, 2, 3, 4, 5, 6]) await mustStaff(key, body, staff.token)
    const { token } = await mustStaff(loginKey, { username: staff.username, password: next })
    expect(await staffCall(key, body, token)).toMatchObject({ key: 'staff.wrongPassword' })
    const guess = { ...body, newPassword: 'Different#2027' }
    expect(await staffCall(key, guess, staff.token)).toMatchObject({ key: 'staff.wrongPassword' })
    expect((await listAuditActionsOf(staff.id)).filter((action) => /passwordChanged/.test(action))).toEqual([
      'staff.passwordChanged',
    ])
  })

  it('a password change refuses wrong, equal and weak passwords and bad input', async () => {
    const staff = await makeStaff({ permissions: [] })
    const change = (oldPassword: unknown, newPassword: unknown) =>
      staffCall(key, { oldPassword, newPassword }, staff.token)
    expect(await change(wrong, next)).toMatchObject({ key: 'staff.wrongPassword' })
    expect(await change(staff.password, staff.password)).toMatchObject({
      key: 'staff.samePassword',
    })
    for (const weak of ['alllowercase', 'Demo@2026', `X1-${staff.username}`])
      expect(await change(staff.password, weak)).toMatchObject({ key: 'staff.weakPassword' })
    for (const bad of ['Ab1!', 'Aa1!'.repeat(20), null, 12345678])
      expect(await change(staff.password, bad)).toMatchObject({
        key: 'common.invalid',
        data: { fields: { newPassword: expect.any(String) } },
      })
  })

  it('five wrong passwords in a stolen session lock the password check but not the sign-in', async () => {
    const staff = await makeStaff({ permissions: [] })
    const guess = () => staffCall(key, { oldPassword: wrong, newPassword: next }, staff.token)
    for (const _ of [1, 2, 3, 4, 5]) expect((await guess()).key).toBe('staff.wrongPassword')
    expect((await guess()).key).toBe('staff.locked')
    await mustStaff(loginKey, staff)
  })

  it('of two simultaneous password changes only one succeeds', async () => {
    const staff = await makeStaff({ permissions: [] })
    const answers = await Promise.all(
      [next, 'Different#2027'].map((newPassword) =>
        staffCall(key, { oldPassword: staff.password, newPassword }, staff.token),
      ),
    )
    expect(answers.map((answer) => answer.key).sort()).toEqual(['staff.wrongPassword', undefined])
  })
})
