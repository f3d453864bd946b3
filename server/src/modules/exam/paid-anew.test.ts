import { expect, it } from 'vitest'
import { earned, info, start, summaryOf } from '../../../test/factories/exam.ts'
import { paySilently, statusOf } from '../../../test/factories/order.ts'
import { makePassedUnpaid, pay } from '../../../test/factories/paid-anew.ts'
import { waiters } from '../../../test/waiters.ts'
import { deps } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { voidAttempt } from './service.ts'

it('what was passed while the money of the year was back counts once the year is paid anew', async () => {
  const { anew, exam } = await makePassedUnpaid()
  expect(await earned(exam)).toBe(0)
  await pay(anew)
  expect(await earned(exam)).toBe(60)
  expect(await summaryOf(exam)).toMatchObject({ state: 'PASSED' })
  expect(await info(exam)).toMatchObject({ state: 'PASSED' })
  expect(await start(exam)).toMatchObject({ key: 'exam.alreadyPassed' })
})

it('a sitting that is voided while the year is paid anew gives no hours', async () => {
  const { attemptId, anew, exam } = await makePassedUnpaid()
  await paySilently(anew)
  const all = await deps()
  const voiding = { attemptId, reason: '替考', actor: 'test', ip: '' }
  const { paying } = await inTransaction(all.db, async (tx) => {
    await voidAttempt(tx, all, voiding)
    const paying = statusOf(anew)
    await Promise.race([paying, waiters(1)])
    return { paying }
  })
  expect(await paying).toBe('PAID')
  expect(await earned(exam)).toBe(0)
})
