import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { earned, info, start, summaryOf } from '../../../test/factories/exam.ts'
import { paySilently, statusOf } from '../../../test/factories/order.ts'
import { makeMissed, makePassedUnpaid, pay } from '../../../test/factories/paid-anew.ts'
import { waiters } from '../../../test/waiters.ts'
import { deps, passTime } from '../../../test/world.ts'
import { systemAuthor } from '../../platform/audit.ts'
import { appNow, inTransaction } from '../../platform/db/database.ts'
import { faultLog } from '../../platform/observability/log.ts'
import { shanghaiDay } from '../../platform/shanghai-day.ts'
import { setRefunded } from '../sign/service.ts'
import { creditMissedHours } from './service/paid-anew.ts'
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
  const voiding = { attemptId, reason: '替考' }
  const { paying } = await inTransaction(all.db, async (tx) => {
    await voidAttempt(tx, all, systemAuthor, voiding)
    const paying = statusOf(anew)
    await Promise.race([paying, waiters(1)])
    return { paying }
  })
  expect(await paying).toBe('PAID')
  expect(await earned(exam)).toBe(0)
})

it('years that were paid anew before payments credited such passes have their hours, once, by the day of the payment', async () => {
  const { attemptId, exam } = await makeMissed()
  const all = await deps()
  const paidOn = shanghaiDay(await appNow(all.db))
  await passTime(3 * 24 * 60 * 60)
  expect(await earned(exam)).toBe(0)
  await Promise.all([creditMissedHours(all), creditMissedHours(all)])
  expect(await creditMissedHours(all)).toBe(0)
  expect(await earned(exam)).toBe(60)
  const { student, plan, signId } = exam.sign
  const { snapshot } = await all.db
    .selectFrom('proof')
    .select('snapshot')
    .where('studentId', '=', student.id)
    .executeTakeFirstOrThrow()
  expect(snapshot).toMatchObject({ entries: [{ hours: 6, date: paidOn }] })
  const said = await all.db
    .selectFrom('auditLog')
    .select(['actor', 'detail'])
    .where('action', '=', 'exam.creditedLate')
    .where('subject', '=', attemptId)
    .execute()
  const detail = { studentId: student.id, signId, year: plan.year, tenths: 60 }
  expect(said).toMatchObject([{ actor: 'system', detail }])
})

it('no hours are made up for a sitting that was voided, a year whose money is back, and an account that is closed', async () => {
  const [voided, refunded, closed] = [await makeMissed(), await makeMissed(), await makeMissed()]
  const all = await deps()
  const { attemptId } = voided
  await inTransaction(all.db, (tx) =>
    voidAttempt(tx, all, systemAuthor, { attemptId, reason: '替考' }),
  )
  await inTransaction(all.db, (tx) => setRefunded(tx, refunded.exam.sign.signId))
  await all.db
    .updateTable('student')
    .set({ closedAt: sql`app_now()`, mergedInto: voided.exam.sign.student.id })
    .where('id', '=', closed.exam.sign.student.id)
    .execute()
  await creditMissedHours(all)
  const ids = [voided, refunded, closed].map(({ exam }) => exam.sign.student.id)
  const there = await all.db
    .selectFrom('hoursLedger')
    .select('studentId')
    .where('studentId', 'in', ids)
    .execute()
  expect(there).toEqual([])
})

it('a sitting that is voided while its missing hours are made up has none', async () => {
  const { attemptId, exam } = await makeMissed()
  const all = await deps()
  const voiding = { attemptId, reason: '替考' }
  const { crediting } = await inTransaction(all.db, async (tx) => {
    await voidAttempt(tx, all, systemAuthor, voiding)
    const crediting = creditMissedHours(all)
    await Promise.race([crediting, waiters(1)])
    return { crediting }
  })
  await crediting
  expect(await earned(exam)).toBe(0)
})

it('one whose missing hours cannot be made up hinders none that are listed after it', async () => {
  const made = [await makeMissed(), await makeMissed()]
  const all = await deps()
  const { proofs } = all.keys
  let tried = 0
  const sign: typeof proofs.sign = (payload) => {
    tried += 1
    if (tried === 1) throw new Error('the key is away')
    return proofs.sign(payload)
  }
  const failing = { ...all, keys: { ...all.keys, proofs: { ...proofs, sign } } }
  const said = vi.spyOn(faultLog, 'error').mockImplementation(() => {})
  expect(await creditMissedHours(failing, undefined, 1)).toBe(1)
  expect(said).toHaveBeenCalledOnce()
  said.mockRestore()
  // it waits for its next try, and is made up then
  expect(await creditMissedHours(all)).toBe(0)
  await passTime(16)
  expect(await creditMissedHours(all)).toBe(1)
  for (const { exam } of made) expect(await earned(exam)).toBe(60)
})
