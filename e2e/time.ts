import { openDatabase } from '../server/src/platform/db/open.ts'
import { closePools } from '../server/src/platform/db/pools.ts'
import { readEnv } from '../server/src/platform/env.ts'

/** Seconds of study pass at once: one person's clock, nobody else's. They have a lesson open. */
export function letStudyPass(phone: string, seconds: number): Promise<void> {
  return change(
    `update study_clock set accrued_at = accrued_at - interval '1 second' * $2::float8
     where student_id = (select id from student where phone = $1)`,
    [phone, seconds],
  )
}

/** The next presence check falls due in so many seconds: of a lesson that is open, or is opened next. */
export function bringPresenceNear(phone: string, seconds: number): Promise<void> {
  return change(
    `update study_clock set presence_left_ds = 10 * ($2::float8 + case when session_no is null then 0
       else extract(epoch from app_now() - accrued_at) end)
     where student_id = (select id from student where phone = $1)`,
    [phone, seconds],
  )
}

/** The bell of a running attempt rings in so many seconds; its page hears of it with the next answer. */
export function bringBellNear(attemptId: string, seconds: number): Promise<void> {
  return change(
    `update attempt set deadline = app_now() + interval '1 second' * $2::float8
     where id = $1 and submitted_at is null`,
    [attemptId, seconds],
  )
}

/** A refund was asked for so many times before, the last time two minutes ago, and its channel gave no answer that ends it. */
export function letRefundWait(refundNo: string, times: number): Promise<void> {
  return change(
    `update refund set unanswered = $2::int, asked_at = asked_at - interval '2 minutes'
     where refund_no = $1 and status = 'PENDING'`,
    [refundNo, times],
  )
}

/**
 * What no test can wait for is brought nearer in the database of the server under test, for one person: app_now() is
 * everybody's. @throws when there is no such row
 */
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
