import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makeStaff, signInStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { deps, mustStaff, passTime, staffCall, world } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'

let admin = await makeStaff({ roles: ['SUPER_ADMIN'] })

async function keeping(staff: TestStaff, change: object) {
  const { list } = await mustStaff('GET /staff/v1/staff_list', { keyword: staff.username }, admin.token)
  const row = list.find(({ id }) => id === staff.id)
  const roles = row?.roles.map(({ code }) => code)
  const before = { name: row?.name ?? staff.name, roles, disabled: row?.disabled }
  return { id: staff.id, ...before, before, reason: '测试原因', ...change }
}

describe('changing staff accounts', () => {
  const key = 'POST /staff/v1/update_staff'

  it('removing a role from a staff account takes effect at once in all sessions of both processes', async () => {
    const staff = await makeStaff({ roles: ['AUDITOR'] })
    await mustStaff('GET /audit/v1/list', {}, staff.token)
    const change = await keeping(staff, { roles: ['EDITOR'], name: '改过名' })
    await mustStaff(key, change, admin.token)
    for (const _ of world().origins)
      expect(await staffCall('GET /audit/v1/list', {}, staff.token)).toMatchObject({
        key: 'staff.forbidden',
      })
    const log = await listAuditRowsOf(staff.id)
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
    await mustStaff(key, change, admin.token)
    expect(await listAuditRowsOf(staff.id)).toEqual(log)
  })

  it('disabling a staff account is immediate in both processes, and enabling restores no session', async () => {
    const staff = await makeStaff({ roles: ['AUDITOR'] })
    await mustStaff(key, await keeping(staff, { disabled: true }), admin.token)
    for (const _ of world().origins)
      expect(await staffCall('GET /staff/v1/me', {}, staff.token)).toMatchObject({ status: 401 })
    expect(await signInStaff(staff.username, staff.password)).toMatchObject({
      key: 'staff.badCredentials',
    })
    const { list } = await mustStaff('GET /staff/v1/staff_list', { keyword: staff.username }, admin.token)
    expect(list).toMatchObject([{ disabled: true }])
    await mustStaff(key, await keeping(staff, { disabled: false }), admin.token)
    expect(await staffCall('GET /staff/v1/me', {}, staff.token)).toMatchObject({ status: 401 })
    expect(await signInStaff(staff.username, staff.password)).toMatchObject({ code: 1 })
  })

  it('refuses to overwrite a change made since the staff account was read', async () => {
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

  it('update_staff refuses the own account, unknown accounts and roles, and bad input', async () => {
    const staff = await makeStaff({ permissions: [] })
    const update = async (change: object, of = staff) => staffCall(key, await keeping(of, change), admin.token)
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

  it('of two administrators who remove each other one stays enabled', async () => {
    const { db } = await deps()
    const [ann, bob] = [await makeStaff({ roles: ['SUPER_ADMIN'] }), await makeStaff({ roles: ['SUPER_ADMIN'] })]
    await db
      .updateTable('staff')
      .set({ disabledAt: await appNow(db) })
      .where('id', 'not in', [ann.id, bob.id, admin.id])
      .where('disabledAt', 'is', null)
      .execute()
    const changes = [await keeping(bob, { disabled: true }), await keeping(ann, { roles: ['EDITOR'] })]
    await mustStaff(key, await keeping(admin, { disabled: true }), ann.token)
    const answers = await Promise.all([staffCall(key, changes[0], ann.token), staffCall(key, changes[1], bob.token)])
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    const left = await db
      .selectFrom('staff')
      .innerJoin('staffRole', 'staffRole.staffId', 'staff.id')
      .select('staff.id')
      .where('roleCode', '=', 'SUPER_ADMIN')
      .where('disabledAt', 'is', null)
      .execute()
    expect(left).toHaveLength(1)
    // A manager without the administrator role cannot remove the last administrator either.
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

describe('resetting staff passwords', () => {
  const key = 'POST /staff/v1/reset_staff'

  it('a password reset shows a new password once and revokes the old one and all sessions', async () => {
    const staff = await makeStaff({ permissions: [] })
    const body = { id: staff.id, key: crypto.randomUUID(), totp: false, reason: '忘记密码' }
    const { password } = await mustStaff(key, body, admin.token)
    for (const _ of world().origins)
      expect(await staffCall('GET /staff/v1/me', {}, staff.token)).toMatchObject({ status: 401 })
    expect(await signInStaff(staff.username, staff.password)).toMatchObject({
      key: 'staff.badCredentials',
    })
    expect(await signInStaff(staff.username, password)).toMatchObject({
      data: { staff: { mustChangePassword: true } },
    })
    expect(await staffCall(key, body, admin.token)).toMatchObject({ key: 'common.passwordGiven' })
    expect(await signInStaff(staff.username, password)).toMatchObject({ code: 1 })
    const again = await mustStaff(key, { ...body, key: crypto.randomUUID() }, admin.token)
    expect(again.password).not.toBe(password)
    const row = (await listAuditRowsOf(staff.id)).at(-1)
    expect(row).toMatchObject({ action: 'staff.reset', detail: { reason: '忘记密码' } })
    expect(JSON.stringify(row)).not.toContain(again.password)
  })

  it('a password reset removes the one-time code only on request', async () => {
    const staff = await makeStaff({ permissions: [] })
    const { db, keys } = await deps()
    const totpSecret = keys.seal(`totp:${staff.id}`, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    await db.updateTable('staff').set({ totpSecret }).where('id', '=', staff.id).execute()
    const reset = (totp: boolean) =>
      mustStaff(key, { id: staff.id, key: crypto.randomUUID(), totp, reason: '更换手机' }, admin.token)
    const kept = await reset(false)
    expect(await signInStaff(staff.username, kept.password)).toMatchObject({ key: 'staff.codeNeeded' })
    const { password } = await reset(true)
    expect(await signInStaff(staff.username, password)).toMatchObject({
      data: { staff: { totp: 'OFF' } },
    })
  })

  it('reset_staff refuses the own account, unknown accounts and bad input', async () => {
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

describe('deletion of expired staff data', () => {
  it('deletes expired rows of staff but keeps the time of the last sign-in', async () => {
    const staff = await makeStaff({ permissions: [] })
    await signInStaff(staff.username, 'Wrong#2026')
    await mustStaff('POST /staff/v1/login', staff)
    await signInStaff(staff.username, 'Wrong#2026')
    await passTime(15 * 86_400)
    const all = await deps()
    const { allJobs } = await import('../../jobs.ts')
    for (const name of ['auth.forgetSignInFailures', 'auth.forgetDeadStaffSessions'])
      await allJobs.find((job) => job.name === name)?.run(all)
    const sessions = await all.db.selectFrom('staffSession').select('seenAt').where('staffId', '=', staff.id).execute()
    expect(sessions).toHaveLength(1)
    expect(await all.db.selectFrom('signInFailure').selectAll().execute()).toEqual([])
  })
})
