import { openDatabase } from '../server/src/platform/db/open.ts'
import { closePools } from '../server/src/platform/db/pools.ts'
import { readEnv } from '../server/src/platform/env.ts'

/** Moves the study clock of one person ahead; the person must have a lesson open. */
export function letStudyPass(phone: string, seconds: number): Promise<void> {
  return change(
    `update study_clock set accrued_at = accrued_at - interval '1 second' * $2::float8
     where student_id = (select id from student where phone = $1)`,
    [phone, seconds],
  )
}

/** Makes the next presence check due in this many seconds, in the lesson that is open or opened next. */
export function bringPresenceNear(phone: string, seconds: number): Promise<void> {
  return change(
    `update study_clock set presence_left_ds = 10 * ($2::float8 + case when session_no is null then 0
       else extract(epoch from app_now() - accrued_at) end)
     where student_id = (select id from student where phone = $1)`,
    [phone, seconds],
  )
}

/**
 * Moves the deadline of a running attempt to this many seconds from now; its page learns it with the next response.
 */
export function bringBellNear(attemptId: string, seconds: number): Promise<void> {
  return change(
    `update attempt set deadline = app_now() + interval '1 second' * $2::float8
     where id = $1 and submitted_at is null`,
    [attemptId, seconds],
  )
}

/** Simulates that a refund was requested this many times without a final response, the last time two minutes ago. */
export function letRefundWait(refundNo: string, times: number): Promise<void> {
  return change(
    `update refund set unanswered = $2::int, asked_at = asked_at - interval '2 minutes'
     where refund_no = $1 and status = 'PENDING'`,
    [refundNo, times],
  )
}

/** Changes database rows of one person, because all tests share the clock app_now(). @throws if no row exists */
async function change(statement: string, values: [string, number]): Promise<void> {
  const env = readEnv({ ...process.env, DATA_DIR: process.env.E2E_DATA_DIR })
  const database = await openDatabase(env)
  try {
    const { rowCount } = await database.databases.jobs.pool.query(statement, values)
    if (rowCount !== 1) throw new Error(`${rowCount} rows instead of one: ${statement}`)
  } finally {
    await closePools(database.databases)
    await database.close()
  }
}
