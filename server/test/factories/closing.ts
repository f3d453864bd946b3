import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { closeDueAccounts } from '../../src/modules/student_admin/privacy/service/erase.ts'
import { call, deps, must } from '../world.ts'
import type { TestStudent } from './student.ts'

export async function callCloseAccount(student: TestStudent, change: object = {}) {
  const { lost } = await getClosingState(student)
  const input = { id: randomUUID(), password: student.password, confirm: '注销账号', lost }
  return call('POST /privacy/v1/close', { ...input, ...change }, student.token)
}
export const getClosingState = (student: TestStudent) => must('GET /privacy/v1/closing', {}, student.token)
export const readStudentRow = async (id: string) =>
  (await deps()).db.selectFrom('student').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function passClosingDays(student: TestStudent): Promise<void> {
  const { db } = await deps()
  await sql`
    update account_closing set asked_at = app_now() - interval '8 days', due_at = app_now() - interval '1 second'
    where student_id = ${student.id} and cancelled_at is null and done_at is null`.execute(db)
}

export async function closeTestAccount(student: TestStudent): Promise<void> {
  expect(await callCloseAccount(student)).toMatchObject({ code: 1, data: { waiting: { held: null } } })
  await passClosingDays(student)
  await closeDueAccounts(await deps())
}
