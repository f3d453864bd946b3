import { type AnyCall, type Permission, permissions, staffBase, staffCalls } from '@ce/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeStaff, type TestStaff } from './factories/staff.ts'
import { makeStudent, type TestStudent } from './factories/student.ts'
import { ask, call } from './world.ts'

const allCalls = Object.values(staffCalls).flatMap((module) =>
  Object.values<AnyCall>(module).map((each): [string, AnyCall] => [
    `${each.method} ${each.path}`,
    each,
  ]),
)
const closed = allCalls.filter(([, { audience }]) => audience === 'staff')
const restricted = closed.flatMap(([name, each]): [string, AnyCall, Permission][] =>
  each.permission ? [[name, each, each.permission]] : [],
)
const everyPermission = Object.keys(permissions) as Permission[]

let student: TestStudent
beforeAll(async () => {
  student = await makeStudent()
})

const others = new Map<Permission, Promise<TestStaff>>()
/** A member of staff who may do everything but this: reading, editing, publishing open one another nowhere. */
function withAllBut(permission: Permission): Promise<TestStaff> {
  const held = everyPermission.filter((each) => each !== permission)
  const staff = others.get(permission) ?? makeStaff({ permissions: held })
  others.set(permission, staff)
  return staff
}

describe('every call of the console', () => {
  const send = (each: AnyCall, token?: string) =>
    ask(staffBase + each.path, {
      method: each.method,
      headers: {
        ...(token ? { authorization: token } : {}),
        ...(each.method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      body: each.method === 'POST' ? '{}' : null,
    })

  it.each(closed)('%s needs a session of staff', async (_, each) => {
    for (const token of [undefined, 'x'.repeat(43), student.token, '']) {
      const response = await send(each, token)
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ data: { key: 'common.unauthorized' } })
    }
  })

  it.each(restricted)('%s needs its permission, and no other will do', async (_, each, needed) => {
    const staff = await withAllBut(needed)
    const response = await send(each, staff.token)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ code: 9005, data: { key: 'staff.forbidden' } })
  })

  it('a session of staff opens nothing of a student', async () => {
    const { token } = await makeStaff({ roles: ['SUPER_ADMIN'] })
    expect(await call('GET /student/v1/profile', {}, token)).toMatchObject({ status: 401 })
    expect(await call('POST /student/v1/logout', {}, token)).toMatchObject({ status: 401 })
  })
})
