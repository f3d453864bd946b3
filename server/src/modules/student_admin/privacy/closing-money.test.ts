import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { callCloseAccount } from '../../../../test/factories/closing.ts'
import { expectMoneyToAddUp, readOrderBooksOf } from '../../../../test/factories/order.ts'
import type { TestStudent } from '../../../../test/factories/student.ts'
import * as wechat from '../../../../test/factories/wechat.ts'
import { deps, must } from '../../../../test/world.ts'
import { closeDueAccounts } from './service/erase.ts'

afterAll(expectMoneyToAddUp)

async function dayComes({ id }: TestStudent): Promise<Date | null> {
  const all = await deps()
  await sql`
    update account_closing set asked_at = app_now() - interval '8 days', due_at = app_now() - interval '1 second'
    where student_id = ${id} and cancelled_at is null and done_at is null`.execute(all.db)
  await closeDueAccounts(all)
  const found = all.db.selectFrom('student').select('erasedAt').where('id', '=', id)
  return (await found.executeTakeFirstOrThrow()).erasedAt
}

it('the closing of an account waits for the refund of a double payment', async () => {
  const first = await wechat.makeWechatOrder()
  const { student, plan, orderNo } = first
  await must('POST /order/v1/cancel_order', { orderNo }, student.token)
  await wechat.makePaidWechatOrder({ student, plan })
  await callCloseAccount(student)
  await wechat.controlChannel('refundOutcome', { outcome: 'PROCESSING' })
  await wechat.payAtWechat(first, true)
  await wechat.deliverNotification(await wechat.createChannelNotificationOf(first))
  await wechat.controlChannel('refundOutcome', { outcome: 'SUCCESS' })
  const { refunds } = await readOrderBooksOf(first)
  expect(refunds).toMatchObject([{ reason: 'SECOND_PAYMENT', status: 'PENDING' }])
  expect(await dayComes(student)).toBeNull()
  const obstacle = '有退款正在办理，请等退款到账'
  expect(await must('GET /privacy/v1/closing', {}, student.token)).toMatchObject({
    obstacles: [obstacle],
    waiting: { held: obstacle },
  })
  const refundNo = refunds[0]?.refundNo ?? ''
  await wechat.syncChannelClock()
  await wechat.controlChannel('endRefund', { refundNo, status: 'SUCCESS' })
  await wechat.deliverNotification(await wechat.controlChannel('refundMessage', { refundNo }))
  expect((await must('GET /privacy/v1/closing', {}, student.token)).obstacles).toEqual([])
  expect(await dayComes(student)).not.toBeNull()
})
