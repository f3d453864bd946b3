import { expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { creditOutageToAttempt, makeExam, rightAnswersOf, startTestAttempt } from '../../../../test/factories/exam.ts'
import { deps, must, passTime } from '../../../../test/world.ts'
import { submitOverdueAttempts } from '../../exam/service/finish.ts'
import { addAttemptsToStatistics } from './service/statistics.ts'

it('an automatic submission enters the statistics only when no offline submission can replace it', async () => {
  const plan = await makePlan({ courses: [{}] })
  const exam = await makeExam({ plan })
  const { beacon, ...sitting } = await startTestAttempt(exam)
  const { attemptId } = sitting
  await passTime(1815)
  const all = await deps()
  await submitOverdueAttempts(all)
  await addAttemptsToStatistics(all)
  const answers = rightAnswersOf({ beacon, ...sitting }, 12)
  const sealed = { attemptId, seq: 1, answers, beacon, sealedAfterMs: 1000 }
  await must('POST /exam/v1/submit_sealed', sealed, exam.token)
  await addAttemptsToStatistics(all)
  await addAttemptsToStatistics(all)
  const [right, wrong] = [sitting.questions[0], sitting.questions[19]].map((one) => one?.id ?? '')
  const sums = await all.db
    .selectFrom('questionStat')
    .select(['questionId', 'answered', 'rightCount', 'scoreSum'])
    .where('questionId', 'in', [right ?? '', wrong ?? ''])
    .execute()
  expect(sums).toHaveLength(2)
  for (const { questionId, ...sum } of sums)
    expect(sum).toEqual({ answered: 1, rightCount: questionId === right ? 1 : 0, scoreSum: 600 })
  const late = await makeExam({ plan })
  const { questions, attemptId: lateId } = await startTestAttempt(late)
  await passTime(1815)
  await submitOverdueAttempts(all)
  await creditOutageToAttempt(lateId, 300)
  const counted = () =>
    all.db
      .selectFrom('questionStatDue')
      .innerJoin('attempt', 'attempt.id', 'attemptId')
      .select('attemptId')
      .where('studentId', '=', late.sign.student.id)
      .execute()
  await addAttemptsToStatistics(all)
  expect(await counted()).toHaveLength(1)
  await passTime(961)
  await addAttemptsToStatistics(all)
  expect(await counted()).toHaveLength(1)
  await passTime(300)
  await addAttemptsToStatistics(all)
  expect(await counted()).toEqual([])
  expect(questions).toHaveLength(20)
})
