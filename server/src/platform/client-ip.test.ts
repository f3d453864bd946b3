import { staffBase } from '@ce/contract'
import { expect, it } from 'vitest'
import { makeStaff } from '../../test/factories/staff.ts'
import { deps, sendRawRequest } from '../../test/world.ts'

it.each([
  ['198.51.100.7', '198.51.100.7'],
  ['2001:db8::7', '2001:db8::7'],
  ['203.0.113.9, 198.51.100.7', '198.51.100.7'],
  ['198.51.100.7, <script>', '127.0.0.1'],
  ['unknown', '127.0.0.1'],
  ["1' or '1'='1", '127.0.0.1'],
  ['198.51.100.7:1234', '127.0.0.1'],
  ['9'.repeat(4000), '127.0.0.1'],
])('a proxy on this machine sends %s, and the log contains %s', async (said, told) => {
  const { username, password, id } = await makeStaff({ permissions: [] })
  await sendRawRequest(`${staffBase}/staff/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': said },
    body: JSON.stringify({ username, password }),
  })
  const { db } = await deps()
  const rows = db.selectFrom('auditLog').select('ip').where('subject', '=', id)
  expect(await rows.where('action', '=', 'staff.loggedIn').execute()).toEqual([{ ip: told }])
})
