import { beforeAll, describe, expect, it } from 'vitest'
import { auditOf } from '../../../test/audit.ts'
import { makeStaff, signIn, type TestStaff } from '../../../test/factories/staff.ts'
import { deps, mustStaff, passTime, staffCall, world } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'

let admin: TestStaff
beforeAll(async () => {
  admin = await makeStaff({ roles: ['SUPER_ADMIN'] })
})

async function keeping(staff: TestStaff, change: object) {
  const { list } = await mustStaff(
    'GET /staff/v1/staff_list',
    { keyword: staff.username },
    admin.token,
  )
  const row = list.find(({ id }) => id === staff.id)
  const roles = row?.roles.map(({ code }) => code)
  const before = { name: row?.name ?? staff.name, roles, disabled: row?.disabled }
  return { id: staff.id, ...before, before, reason: '测试原因', ...change }
}

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
    const log = await auditOf(staff.id)
    expect(log.at(-1)).toMatchObject({
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
    expect(await auditOf(staff.id)).toEqual(log)
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

  it('never undoes what another did since the account was read', async () => {
    const staff = await makeStaff({ roles: ['AUDITOR', 'SUPER_ADMIN'] })
    const renamed = await keeping(staff, { name: '改过名' })
    await mustStaff(key, await keeping(staff, { disabled: true, roles: ['AUDITOR'] }), admin.token)
    expect(await staffCall(key, renamed, admin.token)).toMatchObject({ key: 'staff.stale' })
    expect(await keeping(staff, {})).toMatchObject({
      name: staff.name,
      disabled: true,
      roles: ['AUDITOR'],
    })
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
    expect(await update({ before: undefined })).toMatchObject({ key: 'common.invalid' })
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
    const before = { name: last.name, roles: ['SUPER_ADMIN'], disabled: false }
    const remove = { id: last.id, ...before, before, reason: '测试原因' }
    for (const change of [{ disabled: true }, { roles: [] }])
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
    const row = (await auditOf(staff.id)).at(-1)
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
    for (const name of ['auth.forgetSignInFailures', 'auth.forgetDeadStaffSessions'])
      await allJobs.find((job) => job.name === name)?.run(all)
    const sessions = await all.db
      .selectFrom('staffSession')
      .select('seenAt')
      .where('staffId', '=', staff.id)
      .execute()
    expect(sessions).toHaveLength(1)
    expect(await all.db.selectFrom('signInFailure').selectAll().execute()).toEqual([])
  })
})
