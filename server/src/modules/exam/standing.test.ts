import { expect, it } from 'vitest'
import {
  callStartExam,
  callSubmitExam,
  decideTestAttempt,
  failTestAttempt,
  getExamInfo,
  makeAbandonedAttempt,
  makeExam,
  professionalTenthsOf,
  rightAnswersOf,
  startTestAttempt,
  type TestExam,
  wrongAnswersOf,
} from '../../../test/factories/exam.ts'
import { waitForLockWaiters } from '../../../test/waiters.ts'
import { call, deps } from '../../../test/world.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'

async function sealedPass(exam: TestExam) {
  const sitting = await makeAbandonedAttempt(exam, (begun) => wrongAnswersOf(begun, 1))
  const { attemptId, beacon } = sitting
  const answers = rightAnswersOf(sitting)
  const sealed = { attemptId, seq: 2, answers, beacon, sealedAfterMs: 1_790_000 }
  return { attemptId, seal: () => call('POST /exam/v1/submit_sealed', sealed, exam.token) }
}

/** Holds a row lock until both calls wait, then returns their responses. */
async function raced<First, Second>(
  hold: (tx: Tx) => Promise<unknown>,
  first: () => Promise<First>,
  second: () => Promise<Second>,
  secondEnds: boolean,
): Promise<[First, Second]> {
  const { db } = await deps()
  const answers = await inTransaction(db, async (tx) => {
    await hold(tx)
    const one = first()
    await waitForLockWaiters(1)
    const two = second()
    if (secondEnds) await two
    else await waitForLockWaiters(2)
    return { one, two }
  })
  return [await answers.one, await answers.two]
}

it('a start while an offline submission passes is refused, and the course is credited once', async () => {
  const exam = await makeExam()
  const { seal } = await sealedPass(exam)
  const [sealed, begun] = await raced(
    // The passed result is written but not committed while it waits for the lock of the sign.
    (tx) => tx.selectFrom('sign').select('id').where('id', '=', exam.sign.signId).forUpdate().execute(),
    seal,
    () => callStartExam(exam),
    false,
  )
  expect(sealed).toMatchObject({ code: 1, data: { passed: true, submittedBy: 'SEALED' } })
  expect(begun).toMatchObject({ key: 'exam.alreadyPassed' })
  expect(await professionalTenthsOf(exam)).toBe(60)
})

it('refuses an offline submission when the next attempt starts meanwhile', async () => {
  const exam = await makeExam()
  const { attemptId, seal } = await sealedPass(exam)
  const [sealed, begun] = await raced(
    (tx) => tx.selectFrom('attempt').select('id').where('id', '=', attemptId).forUpdate().execute(),
    seal,
    () => callStartExam(exam),
    true,
  )
  expect(sealed).toMatchObject({ key: 'exam.sealedLate' })
  const sitting = begun.data
  expect(await callSubmitExam(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting))).toMatchObject({
    data: { passed: true },
  })
  expect(await professionalTenthsOf(exam)).toBe(60)
})

it('an offline submission that passes in the last attempt cancels the re-study round', async () => {
  const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
  const { seal } = await sealedPass(exam)
  expect(await getExamInfo(exam)).toMatchObject({ state: 'EXHAUSTED' })
  expect(await seal()).toMatchObject({ data: { passed: true } })
  expect(await roundOf(exam)).toBe(1)
  expect(await getExamInfo(exam)).toMatchObject({ state: 'PASSED' })
})

it('a reset of an earlier attempt reopens the round', async () => {
  const exam = await makeExam({ rules: { attemptsPerRound: 2 } })
  const first = await failTestAttempt(exam)
  await failTestAttempt(exam)
  expect(await getExamInfo(exam)).toMatchObject({ state: 'EXHAUSTED', attemptsLeft: 0 })
  await decideTestAttempt(first.attemptId, 'RESET')
  expect(await getExamInfo(exam)).toMatchObject({ state: 'FAILED', attemptsLeft: 1 })
  expect(await callStartExam(exam)).toMatchObject({ code: 1 })
})

it('a reset during the last attempt keeps the round open when that attempt fails', async () => {
  const exam = await makeExam({ rules: { attemptsPerRound: 2 } })
  const first = await failTestAttempt(exam)
  const { attemptId } = await startTestAttempt(exam)
  await decideTestAttempt(first.attemptId, 'RESET')
  await callSubmitExam(exam.token, attemptId, 1, {})
  expect(await getExamInfo(exam)).toMatchObject({ state: 'FAILED', attemptsLeft: 1 })
  await failTestAttempt(exam)
  expect(await getExamInfo(exam)).toMatchObject({ state: 'EXHAUSTED', attemptsLeft: 0 })
})

async function roundOf({ exam }: TestExam): Promise<number | undefined> {
  const { db } = await deps()
  const row = await db.selectFrom('signCourse').select('round').where('id', '=', exam.id).executeTakeFirst()
  return row?.round
}
