import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { callStartExam, examSummaryOf, getExamInfo, professionalTenthsOf } from '../../../test/factories/exam.ts'
import { payWithoutNotification, queryOrderStatus } from '../../../test/factories/order.ts'
import { makePassWhileRefunded, makePassWithoutHours, payTestOrder } from '../../../test/factories/passed-unpaid.ts'
import { waitForLockWaiters } from '../../../test/waiters.ts'
import { deps, passTime } from '../../../test/world.ts'
import { systemAuthor } from '../../platform/audit.ts'
import { appNow, inTransaction } from '../../platform/db/database.ts'
import { faultLog } from '../../platform/observability/log.ts'
import { shanghaiDay } from '../../platform/shanghai-day.ts'
import { setSignRefunded } from '../learning/sign/service.ts'
import { creditMissedHours } from './service/credit-missed-passes.ts'
import { voidAttempt } from './service/void.ts'

it('an exam passed after a refund counts once the year is paid again', async () => {
  const { anew, exam } = await makePassWhileRefunded()
  expect(await professionalTenthsOf(exam)).toBe(0)
  await payTestOrder(anew)
  expect(await professionalTenthsOf(exam)).toBe(60)
  expect(await examSummaryOf(exam)).toMatchObject({ state: 'PASSED' })
  expect(await getExamInfo(exam)).toMatchObject({ state: 'PASSED' })
  expect(await callStartExam(exam)).toMatchObject({ key: 'exam.alreadyPassed' })
})

it('an attempt voided while the year is paid again gives no hours', async () => {
  const { attemptId, anew, exam } = await makePassWhileRefunded()
  await payWithoutNotification(anew)
  const all = await deps()
  const voiding = { attemptId, reason: '替考' }
  const { paying } = await inTransaction(all.db, async (tx) => {
    await voidAttempt(tx, all, systemAuthor, voiding)
    const paying = queryOrderStatus(anew)
    await Promise.race([paying, waitForLockWaiters(1)])
    return { paying }
  })
  expect(await paying).toBe('PAID')
  expect(await professionalTenthsOf(exam)).toBe(0)
})

it('the job credits passed exams of a year that is paid again, once and dated by the payment', async () => {
  const { attemptId, exam } = await makePassWithoutHours()
  const all = await deps()
  const paidOn = shanghaiDay(await appNow(all.db))
  await passTime(3 * 24 * 60 * 60)
  expect(await professionalTenthsOf(exam)).toBe(0)
  await Promise.all([creditMissedHours(all), creditMissedHours(all)])
  expect(await creditMissedHours(all)).toBe(0)
  expect(await professionalTenthsOf(exam)).toBe(60)
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

it('credits no hours for a void, a refunded year or a closed account', async () => {
  const [voided, refunded, closed] = [
    await makePassWithoutHours(),
    await makePassWithoutHours(),
    await makePassWithoutHours(),
  ]
  const all = await deps()
  const { attemptId } = voided
  await inTransaction(all.db, (tx) => voidAttempt(tx, all, systemAuthor, { attemptId, reason: '替考' }))
  await inTransaction(all.db, (tx) => setSignRefunded(tx, refunded.exam.sign.signId))
  await all.db
    .updateTable('student')
    .set({ closedAt: sql`app_now()`, mergedInto: voided.exam.sign.student.id })
    .where('id', '=', closed.exam.sign.student.id)
    .execute()
  await creditMissedHours(all)
  const ids = [voided, refunded, closed].map(({ exam }) => exam.sign.student.id)
  const there = await all.db.selectFrom('hoursLedger').select('studentId').where('studentId', 'in', ids).execute()
  expect(there).toEqual([])
})

it('an attempt that is voided while its missing hours are credited ends without hours', async () => {
  const { attemptId, exam } = await makePassWithoutHours()
  const all = await deps()
  const voiding = { attemptId, reason: '替考' }
  const { crediting } = await inTransaction(all.db, async (tx) => {
    await voidAttempt(tx, all, systemAuthor, voiding)
    const crediting = creditMissedHours(all)
    await Promise.race([crediting, waitForLockWaiters(1)])
    return { crediting }
  })
  await crediting
  expect(await professionalTenthsOf(exam)).toBe(0)
})

it('a failed credit of the missing hours of one student does not stop the credits of other students', async () => {
  const made = [await makePassWithoutHours(), await makePassWithoutHours()]
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
  expect(await creditMissedHours(all)).toBe(0)
  await passTime(16)
  expect(await creditMissedHours(all)).toBe(1)
  for (const { exam } of made) expect(await professionalTenthsOf(exam)).toBe(60)
})
