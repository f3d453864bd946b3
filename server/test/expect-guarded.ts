import type { ClientCalls, StaffCalls } from '@ce/contract'
import { expect } from 'vitest'
import { makeStaff, type TestStaff } from './factories/staff.ts'
import { makeStudent } from './factories/student.ts'
import { call, staffCall } from './world.ts'

/** A call, good input, bad input, and the field that the refusal of the bad input names. */
type Guarded = readonly [key: keyof StaffCalls, good: object, bad: object, field: string]

/**
 * Expects that the call refuses people without sign-in, staff without its permission, and bad input. `clerk` has the
 * permission.
 */
export async function expectCallIsGuarded(clerk: TestStaff, [key, good, bad, field]: Guarded) {
  const stranger = await makeStaff({ permissions: ['poster.read'] })
  expect((await staffCall(key, good)).status).toBe(401)
  expect(await staffCall(key, good, stranger.token)).toMatchObject({ key: 'staff.forbidden' })
  expect(await staffCall(key, bad, clerk.token)).toMatchObject(refusalOf(field))
}

/** A student call with bad input, and the field that the refusal names. */
type OfStudents = readonly [key: keyof ClientCalls, bad: object, field: string]

/** Expects that the call needs sign-in and good input. */
export async function expectStudentCallIsGuarded([key, bad, field]: OfStudents) {
  const { token } = await makeStudent()
  expect((await call(key, bad)).status).toBe(401)
  expect(await call(key, bad, token)).toMatchObject(refusalOf(field))
}

const refusalOf = (field: string) => ({
  key: 'common.invalid',
  data: { fields: { [field]: expect.any(String) } },
})
