import { permissions } from '@ce/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeStaff, type TestStaff } from '../../../test/factories/staff.ts'
import { deps, mustStaff, passTime, staffCall, world } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'

let admin: TestStaff
beforeAll(async () => {
  admin = await makeStaff({ roles: ['SUPER_ADMIN'] })
})

let made = 0
function newAccount(change: object = {}) {
  made += 1
  return { username: `new-${admin.username}-${made}`, name: '新同事', roles: ['EDITOR'], ...change }
}

function signIn(username: string, password: string) {
  return staffCall('POST /staff/v1/login', { username, password })
}

async function keeping(staff: TestStaff, change: object) {
  const { list } = await mustStaff(
    'GET /staff/v1/staff_list',
    { keyword: staff.username },
    admin.token,
  )
  const row = list.find(({ id }) => id === staff.id)
  const roles = row?.roles.map(({ code }) => code)
  const { id, name } = staff
  return { id, name, roles, disabled: row?.disabled, reason: '测试原因', ...change }
}

async function lastAudit(subject: string) {
  const { db } = await deps()
  return db
    .selectFrom('auditLog')
    .selectAll()
    .where('subject', '=', subject)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

describe('lists', () => {
  it('show every account, found by part of name or username', async () => {
    const staff = await makeStaff({ roles: ['AUDITOR'], name: '百分%号_人' })
    const find = (keyword: string) =>
      mustStaff('GET /staff/v1/staff_list', { keyword }, admin.token)
    const row = {
      id: staff.id,
      username: staff.username,
      name: staff.name,
      roles: [{ code: 'AUDITOR', title: '审计员' }],
      totp: 'OFF',
      disabled: false,
      lastSeenAt: expect.stringMatching(/^\d{4}-/),
      createdAt: expect.stringMatching(/^\d{4}-/),
    }
    expect((await find(staff.username.slice(2).toUpperCase())).list).toEqual([row])
    expect((await find('分%号_')).list).toEqual([row])
    expect((await find('分%%号')).list).toEqual([])
    const all = await mustStaff(
      'GET /staff/v1/staff_list',
      { pageSize: '1', page: '2' },
      admin.token,
    )
    expect(all).toMatchObject({ page: 2, pageSize: 1, list: [expect.any(Object)] })
    expect(all.total).toBeGreaterThan(1)
  })

  it('name every role with what it may do; least privilege', async () => {
    const roles = await mustStaff('GET /staff/v1/role_list', {}, admin.token)
    const may = Object.fromEntries(roles.map(({ code, permissions }) => [code, permissions]))
    expect(roles.slice(0, 6).map(({ title }) => title)).toEqual([
      '超级管理员',
      '内容编辑',
      '教务',
      '审核员',
      '财务',
      '审计员',
    ])
    expect(roles[0]).toMatchObject({ totpRequired: true })
    expect(may.SUPER_ADMIN?.sort()).toEqual(Object.keys(permissions).sort())
    expect(may.EDITOR).not.toContain('staff.manage')
    expect(may.AUDITOR).toEqual(expect.arrayContaining(['audit.read', 'poster.read']))
    for (const right of may.AUDITOR ?? []) expect(right).toMatch(/\.read$/)
    expect(may.ACADEMIC).toEqual(expect.arrayContaining(['question.edit', 'student.merge']))
    expect(may.REVIEWER).toContain('capture.review')
    for (const right of ['poster.edit', 'site.edit', 'staff.manage', 'audit.read'])
      for (const role of ['ACADEMIC', 'REVIEWER', 'FINANCE']) expect(may[role]).not.toContain(right)
  })

  it.each([{ page: '0' }, { page: '-1' }, { pageSize: '101' }, { keyword: 'x'.repeat(51) }])(
    'refuse %o',
    async (query) => {
      expect(await staffCall('GET /staff/v1/staff_list', query, admin.token)).toMatchObject({
        key: 'common.invalid',
      })
    },
  )
})

describe('create_staff', () => {
  const key = 'POST /staff/v1/create_staff'

  it('gives a password for one sign-in, to be changed first', async () => {
    const account = newAccount()
    const { id, password } = await mustStaff(key, account, admin.token)
    const { staff, token } = await mustStaff('POST /staff/v1/login', { ...account, password })
    expect(staff).toMatchObject({ id, mustChangePassword: true, name: '新同事' })
    expect(await staffCall('GET /audit/v1/list', {}, token)).toMatchObject({
      key: 'staff.passwordChangeNeeded',
    })
    // the same again
    expect(await staffCall(key, account, admin.token)).toMatchObject({ key: 'staff.usernameTaken' })
    const { username, name, roles } = account
    const row = await lastAudit(id)
    expect(JSON.stringify(row)).not.toContain(password)
    const created = await deps().then(({ db }) =>
      db
        .selectFrom('auditLog')
        .selectAll()
        .where('subject', '=', id)
        .where('action', '=', 'staff.created')
        .executeTakeFirst(),
    )
    expect(created).toMatchObject({
      actor: admin.username,
      staffId: admin.id,
      ip: '127.0.0.1',
      detail: { after: { username, name, roles } },
    })
  })

  it('of two at once with one username, one wins', async () => {
    const account = newAccount()
    const answers = await Promise.all([1, 2].map(() => staffCall(key, account, admin.token)))
    expect(answers.map((answer) => answer.key).sort()).toEqual(['staff.usernameTaken', undefined])
  })

  it('refuses a role that does not exist and the name of nobody', async () => {
    expect(await staffCall(key, newAccount({ roles: ['KING'] }), admin.token)).toMatchObject({
      key: 'staff.noSuchRole',
    })
    expect(await staffCall(key, newAccount({ username: 'system' }), admin.token)).toMatchObject({
      key: 'staff.usernameTaken',
    })
  })

  it.each([
    ['username', { username: 'ab' }],
    ['username', { username: '1abc' }],
    ['username', { username: 'a b c' }],
    ['username', { username: "a';drop--" }],
    ['username', { username: 'Upper' }],
    ['name', { name: '王' }],
    ['name', { name: 'x'.repeat(31) }],
    ['roles', { roles: 'EDITOR' }],
    ['roles', { roles: Array(11).fill('EDITOR') }],
  ])('refuses a bad %s', async (field, change) => {
    expect(await staffCall(key, newAccount(change), admin.token)).toMatchObject({
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
  })
})

describe('update_staff', () => {
  const key = 'POST /staff/v1/update_staff'

  it('takes roles away at once, in every open session, on both processes', async () => {
    const staff = await makeStaff({ roles: ['AUDITOR'] })
    await mustStaff('GET /audit/v1/list', {}, staff.token)
    const change = await keeping(staff, { roles: ['EDITOR'], name: '改过名' })
    await mustStaff(key, change, admin.token)
    for (const _ of world().origins)
      expect(await staffCall('GET /audit/v1/list', {}, staff.token)).toMatchObject({
        key: 'staff.forbidden',
      })
    const row = await lastAudit(staff.id)
    expect(row).toMatchObject({
      action: 'staff.updated',
      actor: admin.username,
      ip: '127.0.0.1',
      detail: {
        before: { name: '测试职员', roles: ['AUDITOR'], disabled: false },
        after: { name: '改过名', roles: ['EDITOR'], disabled: false },
        reason: '测试原因',
      },
    })
    // the same again changes nothing and says nothing
    await mustStaff(key, change, admin.token)
    expect((await lastAudit(staff.id))?.id).toBe(row?.id)
  })

  it('disables at once, on both processes, and enabling brings no old session back', async () => {
    const staff = await makeStaff({ roles: ['AUDITOR'] })
    await mustStaff(key, await keeping(staff, { disabled: true }), admin.token)
    for (const _ of world().origins)
      expect(await staffCall('GET /staff/v1/me', {}, staff.token)).toMatchObject({ status: 401 })
    expect(await signIn(staff.username, staff.password)).toMatchObject({
      key: 'staff.badCredentials',
    })
    const { list } = await mustStaff(
      'GET /staff/v1/staff_list',
      { keyword: staff.username },
      admin.token,
    )
    expect(list).toMatchObject([{ disabled: true }])
    await mustStaff(key, await keeping(staff, { disabled: false }), admin.token)
    expect(await staffCall('GET /staff/v1/me', {}, staff.token)).toMatchObject({ status: 401 })
    expect(await signIn(staff.username, staff.password)).toMatchObject({ code: 1 })
  })

  it('refuses oneself, nobody, a role that does not exist and bad input', async () => {
    const staff = await makeStaff({ permissions: [] })
    const update = async (change: object, of = staff) =>
      staffCall(key, await keeping(of, change), admin.token)
    for (const id of [admin.id, admin.id.toUpperCase()])
      expect(await update({ id, disabled: true }, admin)).toMatchObject({
        key: 'staff.notYourself',
      })
    expect(await update({ id: crypto.randomUUID() })).toMatchObject({ key: 'staff.notFound' })
    expect(await update({ roles: ['KING'] })).toMatchObject({ key: 'staff.noSuchRole' })
    for (const bad of [{ id: '1' }, { name: '' }, { disabled: 'no' }, { reason: ' ' }])
      expect(await update(bad)).toMatchObject({ key: 'common.invalid' })
  })

  it('the last enabled administrator stays: of two who remove each other, one does', async () => {
    const { db } = await deps()
    const [ann, bob] = [
      await makeStaff({ roles: ['SUPER_ADMIN'] }),
      await makeStaff({ roles: ['SUPER_ADMIN'] }),
    ]
    // whoever other tests made must not count
    await db
      .updateTable('staff')
      .set({ disabledAt: await appNow(db) })
      .where('id', 'not in', [ann.id, bob.id, admin.id])
      .where('disabledAt', 'is', null)
      .execute()
    const changes = [
      await keeping(bob, { disabled: true }),
      await keeping(ann, { roles: ['EDITOR'] }),
    ]
    await mustStaff(key, await keeping(admin, { disabled: true }), ann.token)
    const answers = await Promise.all([
      staffCall(key, changes[0], ann.token),
      staffCall(key, changes[1], bob.token),
    ])
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    const left = await db
      .selectFrom('staff')
      .innerJoin('staffRole', 'staffRole.staffId', 'staff.id')
      .select('staff.id')
      .where('roleCode', '=', 'SUPER_ADMIN')
      .where('disabledAt', 'is', null)
      .execute()
    expect(left).toHaveLength(1)
    // a manager who is no administrator cannot remove the last one either
    const manager = await makeStaff({ permissions: ['staff.manage'] })
    const last = left[0]?.id === ann.id ? ann : bob
    const remove = { id: last.id, name: last.name, reason: '测试原因' }
    for (const change of [
      { roles: ['SUPER_ADMIN'], disabled: true },
      { roles: [], disabled: false },
    ])
      expect(await staffCall(key, { ...remove, ...change }, manager.token)).toMatchObject({
        key: 'staff.lastAdmin',
      })
    await mustStaff('GET /staff/v1/me', {}, last.token)
    admin = last
  })
})

describe('reset_staff', () => {
  const key = 'POST /staff/v1/reset_staff'

  it('gives a new password once; the old one and every session are gone', async () => {
    const staff = await makeStaff({ permissions: [] })
    const body = { id: staff.id, key: crypto.randomUUID(), totp: false, reason: '忘记密码' }
    const { password } = await mustStaff(key, body, admin.token)
    for (const _ of world().origins)
      expect(await staffCall('GET /staff/v1/me', {}, staff.token)).toMatchObject({ status: 401 })
    expect(await signIn(staff.username, staff.password)).toMatchObject({
      key: 'staff.badCredentials',
    })
    expect(await signIn(staff.username, password)).toMatchObject({
      data: { staff: { mustChangePassword: true } },
    })
    // the same again changes nothing, a new one does
    expect(await staffCall(key, body, admin.token)).toMatchObject({ key: 'common.passwordGiven' })
    expect(await signIn(staff.username, password)).toMatchObject({ code: 1 })
    const again = await mustStaff(key, { ...body, key: crypto.randomUUID() }, admin.token)
    expect(again.password).not.toBe(password)
    const row = await lastAudit(staff.id)
    expect(row).toMatchObject({ action: 'staff.reset', detail: { reason: '忘记密码' } })
    expect(JSON.stringify(row)).not.toContain(again.password)
  })

  it('takes the one-time code away only when asked', async () => {
    const staff = await makeStaff({ permissions: [] })
    const { db, keys } = await deps()
    const totpSecret = keys.seal(`totp:${staff.id}`, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    await db.updateTable('staff').set({ totpSecret }).where('id', '=', staff.id).execute()
    const reset = (totp: boolean) =>
      mustStaff(
        key,
        { id: staff.id, key: crypto.randomUUID(), totp, reason: '更换手机' },
        admin.token,
      )
    const kept = await reset(false)
    expect(await signIn(staff.username, kept.password)).toMatchObject({ key: 'staff.codeNeeded' })
    const { password } = await reset(true)
    expect(await signIn(staff.username, password)).toMatchObject({
      data: { staff: { totp: 'OFF' } },
    })
  })

  it('refuses oneself, nobody and bad input', async () => {
    const reset = (change: object) =>
      staffCall(
        key,
        { id: admin.id, key: crypto.randomUUID(), totp: false, reason: '测试原因', ...change },
        admin.token,
      )
    for (const id of [admin.id, admin.id.toUpperCase()])
      expect(await reset({ id })).toMatchObject({ key: 'staff.notYourself' })
    expect(await reset({ id: crypto.randomUUID() })).toMatchObject({ key: 'staff.notFound' })
    for (const bad of [{ id: "' or 1=1" }, { totp: 1 }, { reason: '' }])
      expect(await reset(bad)).toMatchObject({ key: 'common.invalid' })
  })
})

describe('what is over', () => {
  it('is forgotten, but not when an account was last seen', async () => {
    const staff = await makeStaff({ permissions: [] })
    await signIn(staff.username, 'Wrong#2026')
    await mustStaff('POST /staff/v1/login', staff)
    await signIn(staff.username, 'Wrong#2026')
    await passTime(15 * 86_400)
    const all = await deps()
    const { allJobs } = await import('../register.ts')
    for (const name of ['staff.forgetOldFailures', 'auth.forgetDeadStaffSessions'])
      await allJobs.find((job) => job.name === name)?.run(all)
    const sessions = await all.db
      .selectFrom('staffSession')
      .select('seenAt')
      .where('staffId', '=', staff.id)
      .execute()
    expect(sessions).toHaveLength(1)
    expect(await all.db.selectFrom('staffLoginFailure').selectAll().execute()).toEqual([])
  })
})
