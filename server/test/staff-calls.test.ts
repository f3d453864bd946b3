import { type AnyCallDefinition, type Permission, permissions, staffBase, staffCalls } from '@ce/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeStaff, type TestStaff } from './factories/staff.ts'
import { makeStudent, type TestStudent } from './factories/student.ts'
import { call, sendRawRequest } from './world.ts'

const allCalls = Object.values(staffCalls).flatMap((module) =>
  Object.values<AnyCallDefinition>(module).map((each): [string, AnyCallDefinition] => [
    `${each.method} ${each.path}`,
    each,
  ]),
)
const closed = allCalls.filter(([, { audience }]) => audience === 'staff')
const restricted = closed.flatMap(([name, each]): [string, AnyCallDefinition, Permission][] =>
  each.permission ? [[name, each, each.permission]] : [],
)
const everyPermission = Object.keys(permissions) as Permission[]

let student: TestStudent
beforeAll(async () => {
  student = await makeStudent()
})

const others = new Map<Permission, Promise<TestStaff>>()
function withAllBut(permission: Permission): Promise<TestStaff> {
  const held = everyPermission.filter((each) => each !== permission)
  const staff = others.get(permission) ?? makeStaff({ permissions: held })
  others.set(permission, staff)
  return staff
}

describe('calls of the console', () => {
  const send = (each: AnyCallDefinition, token?: string) =>
    sendRawRequest(staffBase + each.path, {
      method: each.method,
      headers: {
        ...(token ? { authorization: token } : {}),
        ...(each.method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      body: each.method === 'POST' ? '{}' : null,
    })

  it.each(closed)('%s needs a staff session', async (_, each) => {
    for (const token of [undefined, 'x'.repeat(43), student.token, '']) {
      const response = await send(each, token)
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ data: { key: 'common.unauthorized' } })
    }
  })

  it.each(restricted)('%s needs its own permission, and no other permission is enough', async (_, each, needed) => {
    const staff = await withAllBut(needed)
    const response = await send(each, staff.token)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ code: 9005, data: { key: 'staff.forbidden' } })
  })

  it('a staff session does not open student calls', async () => {
    const { token } = await makeStaff({ roles: ['SUPER_ADMIN'] })
    expect(await call('GET /student/v1/profile', {}, token)).toMatchObject({ status: 401 })
    expect(await call('POST /student/v1/logout', {}, token)).toMatchObject({ status: 401 })
  })
})
