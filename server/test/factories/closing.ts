import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { closeDueAccounts } from '../../src/modules/privacy/service/erase.ts'
import { call, deps, must } from '../world.ts'
import type { TestStudent } from './student.ts'

/** Knowing what is lost by it. */
export async function wish(student: TestStudent, change: object = {}) {
  const { lost } = await state(student)
  const input = { id: randomUUID(), password: student.password, confirm: '注销账号', lost }
  return call('POST /privacy/v1/close', { ...input, ...change }, student.token)
}
export const state = (student: TestStudent) => must('GET /privacy/v1/closing', {}, student.token)
export const rowOf = async (id: string) =>
  (await deps()).db.selectFrom('student').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The days of cooling off are over. */
export async function dayComes(student: TestStudent): Promise<void> {
  const { db } = await deps()
  await sql`
    update account_closing set asked_at = app_now() - interval '8 days', due_at = app_now() - interval '1 second'
    where student_id = ${student.id} and cancelled_at is null and done_at is null`.execute(db)
}

/** Wishes it, and it is carried out. */
export async function closed(student: TestStudent): Promise<void> {
  expect(await wish(student)).toMatchObject({ code: 1, data: { waiting: { held: null } } })
  await dayComes(student)
  await closeDueAccounts(await deps())
}
