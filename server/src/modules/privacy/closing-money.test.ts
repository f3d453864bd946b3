import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { wish } from '../../../test/factories/closing.ts'
import { booksOf, expectMoneyToAddUp } from '../../../test/factories/order.ts'
import type { TestStudent } from '../../../test/factories/student.ts'
import {
  control,
  deliver,
  makePaidWechatOrder,
  makeWechatOrder,
  messageOf,
  pay,
  syncClock,
} from '../../../test/factories/wechat.ts'
import { deps, must } from '../../../test/world.ts'
import { closeDueAccounts } from './service/erase.ts'

afterAll(expectMoneyToAddUp)

/** The days of cooling off are over, and the job looks at it. */
async function dayComes({ id }: TestStudent): Promise<Date | null> {
  const all = await deps()
  await sql`
    update account_closing set asked_at = app_now() - interval '8 days', due_at = app_now() - interval '1 second'
    where student_id = ${id} and cancelled_at is null and done_at is null`.execute(all.db)
  await closeDueAccounts(all)
  const found = all.db.selectFrom('student').select('erasedAt').where('id', '=', id)
  return (await found.executeTakeFirstOrThrow()).erasedAt
}

it('an account waits for money that came a second time to be back, and is closed then', async () => {
  const first = await makeWechatOrder()
  const { student, plan, orderNo } = first
  await must('POST /order/v1/cancel_order', { orderNo }, student.token)
  await makePaidWechatOrder({ student, plan })
  await wish(student)
  await control('refundOutcome', { outcome: 'PROCESSING' })
  await pay(first, true)
  await deliver(await messageOf(first))
  await control('refundOutcome', { outcome: 'SUCCESS' })
  const { refunds } = await booksOf(first)
  expect(refunds).toMatchObject([{ reason: 'SECOND_PAYMENT', status: 'PENDING' }])
  expect(await dayComes(student)).toBeNull()
  const obstacle = '有退款正在办理，请等退款到账'
  expect(await must('GET /privacy/v1/closing', {}, student.token)).toMatchObject({
    obstacles: [obstacle],
    waiting: { held: obstacle },
  })
  const refundNo = refunds[0]?.refundNo ?? ''
  await syncClock()
  await control('endRefund', { refundNo, status: 'SUCCESS' })
  await deliver(await control('refundMessage', { refundNo }))
  expect((await must('GET /privacy/v1/closing', {}, student.token)).obstacles).toEqual([])
  expect(await dayComes(student)).not.toBeNull()
})
