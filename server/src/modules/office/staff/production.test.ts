import { staffBase, staffCalls } from '@ce/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, expect, it } from 'vitest'
import { makeRole, makeStaff } from '../../../../test/factories/staff.ts'
import { deps } from '../../../../test/world.ts'
import { buildApp } from '../../../app.ts'
import { staffSessions as staffKind } from '../../../platform/auth/session-kinds.ts'
import { Sessions } from '../../../platform/auth/sessions.ts'
import { appNow } from '../../../platform/db/database.ts'

const all = await deps()
const env = { ...all.env, production: true, ratePerMinute: 3 }
const staffSessions = new Sessions(all.pool, all.settings, staffKind(true))
const app = await buildApp({ ...all, env, staffSessions })
afterAll(() => app.close())

async function send(call: { method: 'GET' | 'POST'; path: string }, token: string, body?: object) {
  const { method, path } = call
  const answer = await app.inject({
    method,
    url: staffBase + path,
    headers: { authorization: token },
    ...(body ? { payload: body } : {}),
  })
  return answer.json()
}

const { me, totpBegin, totpConfirm, totpRemove, logout, roleList } = staffCalls.staff

async function codeOf(secret: string, steps: number) {
  const { db } = await deps()
  const timestamp = (await appNow(db)).getTime() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

it('in production staff whose role requires a one-time code cannot work before its setup', async () => {
  const role = await makeRole(['staff.manage', 'audit.read'], true)
  const { token, password } = await makeStaff({ roles: [role] })
  expect(await send(me, token)).toMatchObject({ data: { totp: 'REQUIRED' } })
  for (const call of [roleList, staffCalls.audit.list])
    expect(await send(call, token)).toMatchObject({ data: { key: 'staff.totpSetupNeeded' } })
  const { data } = await send(totpBegin, token, { password })
  expect(await send(totpConfirm, token, { code: await codeOf(data.secret, 0) })).toMatchObject({
    data: { totp: 'ON' },
  })
  expect(await send(roleList, token)).toMatchObject({ code: 1 })
  const body = { password, code: await codeOf(data.secret, 1) }
  expect(await send(totpRemove, token, body)).toMatchObject({
    data: { key: 'staff.totpMandatory' },
  })
  expect(await send(logout, token, {})).toMatchObject({ code: 1 })
})

it('in production staff with other roles need no one-time code', async () => {
  const { token } = await makeStaff({ permissions: ['audit.read'] })
  expect(await send(me, token)).toMatchObject({ data: { totp: 'OFF' } })
  expect(await send(staffCalls.audit.list, token)).toMatchObject({ code: 1 })
})

it('an IP address with too many sign-in attempts must wait', async () => {
  const login = () =>
    app.inject({
      method: 'POST',
      url: `${staffBase}/staff/v1/login`,
      payload: { username: 'nobody.there', password: 'x' },
      remoteAddress: '192.0.2.9',
    })
  const codes: number[] = []
  for (const _ of [1, 2, 3, 4]) codes.push((await login()).statusCode)
  expect(codes).toEqual([200, 200, 200, 429])
  expect((await login()).headers['retry-after']).toMatch(/^\d+$/)
})
