import { expect, it } from 'vitest'
import {
  decided,
  earned,
  fail,
  info,
  makeExam,
  rightAnswers,
  save,
  sit,
  start,
  submit,
  type TestExam,
  wrongAnswers,
} from '../../../test/factories/exam.ts'
import { waiters } from '../../../test/waiters.ts'
import { call, deps, passTime } from '../../../test/world.ts'
import { inTransaction, type Tx } from '../../platform/db/database.ts'
import { submitAbandoned } from './service.ts'

/** Right answers that were sealed at the bell of a sitting which the server has meanwhile ended. */
async function sealedPass(exam: TestExam) {
  const sitting = await sit(exam)
  const { attemptId } = sitting
  const { beacon } = (await save(exam.token, attemptId, 1, wrongAnswers(sitting, 1))).data
  await passTime(1860)
  await submitAbandoned(await deps())
  const answers = rightAnswers(sitting)
  const sealed = { attemptId, seq: 2, answers, beacon, sealedAfterMs: 1_790_000 }
  return { attemptId, seal: () => call('POST /exam/v1/submit_sealed', sealed, exam.token) }
}

/** Holds a row while both calls are made, the second when the first waits; gives back their answers. */
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
    await waiters(1)
    const two = second()
    if (secondEnds) await two
    else await waiters(2)
    return { one, two }
  })
  return [await answers.one, await answers.two]
}

it('a sitting begun while sealed answers pass is none: the course is credited once', async () => {
  const exam = await makeExam()
  const { seal } = await sealedPass(exam)
  const [sealed, begun] = await raced(
    // hours are credited under the lock of the sign: the pass is written and not yet committed
    (tx) =>
      tx.selectFrom('sign').select('id').where('id', '=', exam.sign.signId).forUpdate().execute(),
    seal,
    () => start(exam),
    false,
  )
  expect(sealed).toMatchObject({ code: 1, data: { passed: true, submittedBy: 'SEALED' } })
  expect(begun).toMatchObject({ key: 'exam.alreadyPassed' })
  expect(await earned(exam)).toBe(60)
})

it('sealed answers come too late for a sitting that is begun while they are looked at', async () => {
  const exam = await makeExam()
  const { attemptId, seal } = await sealedPass(exam)
  const [sealed, begun] = await raced(
    (tx) => tx.selectFrom('attempt').select('id').where('id', '=', attemptId).forUpdate().execute(),
    seal,
    () => start(exam),
    true,
  )
  expect(sealed).toMatchObject({ key: 'exam.sealedLate' })
  const sitting = begun.data
  expect(await submit(exam.token, sitting.attemptId, 1, rightAnswers(sitting))).toMatchObject({
    data: { passed: true },
  })
  expect(await earned(exam)).toBe(60)
})

it('a pass sealed in the last attempt takes the re-study round back', async () => {
  const exam = await makeExam({ rules: { attemptsPerRound: 1 } })
  const { seal } = await sealedPass(exam)
  expect(await info(exam)).toMatchObject({ state: 'EXHAUSTED' })
  expect(await seal()).toMatchObject({ data: { passed: true } })
  expect(await roundOf(exam)).toBe(1)
  expect(await info(exam)).toMatchObject({ state: 'PASSED' })
})

it('a reset of an earlier attempt opens the round again, too', async () => {
  const exam = await makeExam({ rules: { attemptsPerRound: 2 } })
  const first = await fail(exam)
  await fail(exam)
  expect(await info(exam)).toMatchObject({ state: 'EXHAUSTED', attemptsLeft: 0 })
  await decided(first.attemptId, 'RESET')
  expect(await info(exam)).toMatchObject({ state: 'FAILED', attemptsLeft: 1 })
  expect(await start(exam)).toMatchObject({ code: 1 })
})

it('a reset during the last attempt leaves the round open when that fails', async () => {
  const exam = await makeExam({ rules: { attemptsPerRound: 2 } })
  const first = await fail(exam)
  const { attemptId } = await sit(exam)
  await decided(first.attemptId, 'RESET')
  await submit(exam.token, attemptId, 1, {})
  expect(await info(exam)).toMatchObject({ state: 'FAILED', attemptsLeft: 1 })
  await fail(exam)
  expect(await info(exam)).toMatchObject({ state: 'EXHAUSTED', attemptsLeft: 0 })
})

async function roundOf({ exam }: TestExam): Promise<number | undefined> {
  const { db } = await deps()
  const row = await db
    .selectFrom('signCourse')
    .select('round')
    .where('id', '=', exam.id)
    .executeTakeFirst()
  return row?.round
}
