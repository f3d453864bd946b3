import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../../test/audit.ts'
import { makeStaff, signInStaff, type TestStaff } from '../../../../test/factories/staff.ts'
import { deps, mustStaff, passTime, staffCall } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'

const wrong = 'Wrong#2026'
const loginKey = 'POST /staff/v1/login'

async function codeOf(secret: string, steps = 0): Promise<string> {
  const { db } = await deps()
  const timestamp = (await appNow(db)).getTime() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** Waits for a new 30-second step, so that a slow machine checks the code within it. */
async function wholeStep(): Promise<void> {
  const { db } = await deps()
  const left = 30_000 - ((await appNow(db)).getTime() % 30_000)
  if (left < 20_000) await passTime(left / 1000)
}

async function bind(staff: TestStaff): Promise<string> {
  await wholeStep()
  const { secret } = await mustStaff('POST /staff/v1/totp_begin', { password: staff.password }, staff.token)
  await mustStaff('POST /staff/v1/totp_confirm', { code: await codeOf(secret, -1) }, staff.token)
  return secret
}

describe('one-time codes of staff', () => {
  it('a one-time code is required once it has been confirmed, and each code works once', async () => {
    const staff = await makeStaff({ permissions: [] })
    const other = await mustStaff(loginKey, staff)
    const begun = await mustStaff('POST /staff/v1/totp_begin', staff, staff.token)
    expect(await mustStaff('POST /staff/v1/totp_begin', staff, staff.token)).toEqual(begun)
    expect(new URL(begun.otpauthUrl).searchParams.get('secret')).toBe(begun.secret)
    const code = await codeOf(begun.secret)
    const me = await mustStaff('POST /staff/v1/totp_confirm', { code }, staff.token)
    expect(me.totp).toBe('ON')
    expect(await mustStaff('POST /staff/v1/totp_confirm', { code }, staff.token)).toEqual(me)
    expect(await staffCall('POST /staff/v1/totp_begin', staff, staff.token)).toMatchObject({
      key: 'staff.totpOn',
    })
    expect(await staffCall('GET /staff/v1/me', {}, other.token)).toMatchObject({ status: 401 })
    const { username, password } = staff
    expect(await signInStaff(username, password)).toMatchObject({ key: 'staff.codeNeeded' })
    expect(await signInStaff(username, wrong)).toMatchObject({ key: 'staff.badCredentials' })
    expect(await signInStaff(username, password, code)).toMatchObject({ key: 'staff.badCode' })
    expect(await signInStaff(username, password, await codeOf(begun.secret, 3))).toMatchObject({
      key: 'staff.badCode',
    })
    const fresh = await codeOf(begun.secret, 1)
    const both = await Promise.all([1, 2].map(() => signInStaff(username, password, fresh)))
    expect(both.map(({ key }) => key).sort()).toEqual(['staff.badCode', undefined])
    await passTime(30)
    expect(await signInStaff(username, password, await codeOf(begun.secret, -1))).toMatchObject({
      key: 'staff.badCode',
    })
  })

  it('wrong one-time codes lock the account, and sign-ins without a code do not', async () => {
    const staff = await makeStaff({ permissions: [] })
    const secret = await bind(staff)
    const { username, password } = staff
    for (const _ of [1, 2, 3, 4, 5, 6])
      expect(await signInStaff(username, password)).toMatchObject({ key: 'staff.codeNeeded' })
    const right = await codeOf(secret, 1)
    const bad = right === '000000' ? '000001' : '000000'
    for (const _ of [1, 2, 3, 4, 5])
      expect(await signInStaff(username, password, bad)).toMatchObject({ key: 'staff.badCode' })
    expect(await signInStaff(username, password, right)).toMatchObject({ key: 'staff.locked' })
  })

  it('the one-time-code secret is encrypted, and neither it nor a password is in the audit log', async () => {
    const staff = await makeStaff({ permissions: [] })
    const secret = await bind(staff)
    await signInStaff(staff.username, wrong)
    const { db, keys } = await deps()
    const row = await db.selectFrom('staff').selectAll().where('id', '=', staff.id).executeTakeFirstOrThrow()
    const sealed = row.totpSecret ?? Buffer.alloc(0)
    expect(sealed.toString('latin1')).not.toContain(secret)
    expect(keys.open(`totp:${staff.id}`, sealed)).toBe(secret)
    expect(() => keys.open('totp:another', sealed)).toThrow()
    const [made, ...rows] = await listAuditRowsOf(staff.id)
    expect(made?.action).toBe('staff.created')
    expect(rows.map(({ action }) => action)).toEqual(['staff.totpBegun', 'staff.totpBound', 'staff.loginFailed'])
    const log = JSON.stringify(await db.selectFrom('auditLog').selectAll().execute())
    for (const said of [secret, staff.password, wrong, staff.token, row.passwordHash]) expect(log).not.toContain(said)
    expect(rows.every(({ ip, staffId }) => ip === '127.0.0.1' && staffId === staff.id)).toBe(true)
  })

  it('somebody who knows the password cannot guess the one-time code', async () => {
    const staff = await makeStaff({ permissions: [] })
    const secret = await bind(staff)
    const guess = (code: string) =>
      staffCall('POST /staff/v1/totp_remove', { password: staff.password, code }, staff.token)
    const used = await codeOf(secret, -1)
    for (let no = 0; no < 5; no += 1) expect(await guess(used)).toMatchObject({ key: 'staff.badCode' })
    expect(await guess(await codeOf(secret, 1))).toMatchObject({ key: 'staff.locked' })
  })

  it('removing the one-time code needs password and code', async () => {
    const staff = await makeStaff({ permissions: [] })
    const secret = await bind(staff)
    const remove = (password: string, code: string) =>
      staffCall('POST /staff/v1/totp_remove', { password, code }, staff.token)
    const right = await codeOf(secret, 1)
    expect(await remove(wrong, right)).toMatchObject({ key: 'staff.wrongPassword' })
    expect(await remove(staff.password, await codeOf(secret, -1))).toMatchObject({
      key: 'staff.badCode',
    })
    expect(await remove(staff.password, right)).toMatchObject({ code: 1, data: { totp: 'OFF' } })
    expect(await remove(staff.password, right)).toMatchObject({ code: 1, data: { totp: 'OFF' } })
    await mustStaff(loginKey, staff)
  })

  it('one-time-code calls refuse bad input, wrong passwords and codes, and a removal without a code', async () => {
    const { token, password } = await makeStaff({ permissions: [] })
    const begin = (body: object) => staffCall('POST /staff/v1/totp_begin', body, token)
    const confirm = (body: object) => staffCall('POST /staff/v1/totp_confirm', body, token)
    const remove = (body: object) => staffCall('POST /staff/v1/totp_remove', body, token)
    for (const send of [begin, confirm, remove]) expect(await send({})).toMatchObject({ key: 'common.invalid' })
    expect(await confirm({ code: '123 45' })).toMatchObject({ key: 'common.invalid' })
    expect(await begin({ password: wrong })).toMatchObject({ key: 'staff.wrongPassword' })
    expect(await confirm({ code: '123456' })).toMatchObject({ key: 'staff.totpNotBegun' })
    const { secret } = await mustStaff('POST /staff/v1/totp_begin', { password }, token)
    const late = await codeOf(secret, 5)
    for (const _ of [1, 2, 3, 4]) expect(await confirm({ code: late })).toMatchObject({ key: 'staff.badCode' })
    await mustStaff('POST /staff/v1/totp_confirm', { code: await codeOf(secret) }, token)
  })
})
