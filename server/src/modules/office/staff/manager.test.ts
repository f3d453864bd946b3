import { describe, expect, it } from 'vitest'
import { makeStaff, signInStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { deps, mustStaff, staffCall } from '../../../../test/world.ts'
import type { StaffAtWork } from '../../../platform/staff-calls.ts'
import { createStaff, resetStaffPassword } from './service/accounts.ts'

const login = 'POST /staff/v1/login'
const reset = 'POST /staff/v1/reset_staff'

/** Builds the actor as a route does when the call arrives. */
function atWork({ id, username, name }: TestStaff): StaffAtWork {
  const asked = { staffId: id, username, name, tokenHash: '', ip: '127.0.0.1' }
  return { ...asked, permissions: new Set(['staff.manage']) }
}

async function demoted(): Promise<StaffAtWork> {
  const admin = await makeStaff({ roles: ['SUPER_ADMIN'] })
  const { db } = await deps()
  await db.deleteFrom('staffRole').where('staffId', '=', admin.id).execute()
  return atWork(admin)
}

async function passwordOf(id: string) {
  const { db } = await deps()
  const row = await db.selectFrom('staff').select('passwordHash').where('id', '=', id).executeTakeFirst()
  return row?.passwordHash
}

describe('an administrator who loses the role during a call', () => {
  it('a password reset fails if the caller loses the administrator role during the call', async () => {
    const staff = await makeStaff({ permissions: [] })
    const before = await passwordOf(staff.id)
    const input = { id: staff.id, key: crypto.randomUUID(), totp: false, reason: '测试原因' }
    await expect(resetStaffPassword(await deps(), await demoted(), input)).rejects.toMatchObject({
      key: 'staff.forbidden',
    })
    expect(await passwordOf(staff.id)).toBe(before)
  })

  it('creating an account fails if the caller loses the administrator role during the call', async () => {
    const account = { username: `late${Date.now()}`, name: '新同事', roles: ['SUPER_ADMIN'] }
    const all = await deps()
    await expect(createStaff(all, await demoted(), account)).rejects.toMatchObject({
      key: 'staff.forbidden',
    })
    const found = all.db.selectFrom('staff').select('id').where('username', '=', account.username)
    expect(await found.execute()).toEqual([])
  })
})

describe('a password reset by an administrator', () => {
  it('a reset removes the locks on sign-in and on checks of the own password', async () => {
    const admin = await makeStaff({ roles: ['SUPER_ADMIN'] })
    const staff = await makeStaff({ permissions: [] })
    const { username } = staff
    const change = { oldPassword: 'wrong', newPassword: 'Another1!secret' }
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await signInStaff(username, 'wrong')
      await staffCall('POST /staff/v1/change_password', change, staff.token)
    }
    expect(await staffCall(login, staff)).toMatchObject({ key: 'staff.locked' })
    const input = { id: staff.id, key: crypto.randomUUID(), totp: false, reason: '忘记密码' }
    const { password } = await mustStaff(reset, input, admin.token)
    const { token } = await mustStaff(login, { username, password })
    const own = { oldPassword: password, newPassword: 'Another1!secret' }
    await mustStaff('POST /staff/v1/change_password', own, token)
  })
})

it('each staff account has an audit row of its creation', async () => {
  const staff = await makeStaff({ permissions: [], name: '有来历' })
  const { db } = await deps()
  const rows = db.selectFrom('auditLog').select(['actor', 'detail']).where('subject', '=', staff.id)
  expect(await rows.where('action', '=', 'staff.created').execute()).toMatchObject([
    { actor: 'system', detail: { after: { username: staff.username, name: '有来历' } } },
  ])
})

it('an authenticator app shows the current site name', async () => {
  const editor = await makeStaff({ permissions: ['site.edit'] })
  const key = 'GET /first_page/v1/site_info'
  const before = await mustStaff(key, {}, editor.token)
  const save = async (title: string) => {
    const { version } = await mustStaff(key, {}, editor.token)
    const input = { ...before, version, title }
    return mustStaff('POST /first_page/v1/save_site_info', input, editor.token)
  }
  await save('某省药师: 学习平台')
  const { otpauthUrl } = await mustStaff('POST /staff/v1/totp_begin', editor, editor.token)
  await save(before.title)
  const url = new URL(otpauthUrl)
  expect(url.searchParams.get('issuer')).toBe('某省药师： 学习平台')
  expect(decodeURIComponent(url.pathname)).toContain(`某省药师： 学习平台:${editor.username}`)
})
