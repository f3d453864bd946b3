import type { StaffCalls } from '@ce/contract'
import { expect } from 'vitest'
import { makeStaff, type TestStaff } from './factories/staff.ts'
import { staffCall } from './world.ts'

/** A call of a desk: with what it takes, with what it refuses, and the field the refusal names. */
type Guarded = readonly [key: keyof StaffCalls, good: object, bad: object, field: string]

/** Asks for sign-in, the permission and good input. `clerk` has the permission. */
export async function expectGuarded(clerk: TestStaff, [key, good, bad, field]: Guarded) {
  const stranger = await makeStaff({ permissions: ['poster.read'] })
  expect((await staffCall(key, good)).status).toBe(401)
  expect(await staffCall(key, good, stranger.token)).toMatchObject({ key: 'staff.forbidden' })
  expect(await staffCall(key, bad, clerk.token)).toMatchObject({
    key: 'common.invalid',
    data: { fields: { [field]: expect.any(String) } },
  })
}
