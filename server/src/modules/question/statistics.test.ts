import { expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { giveBack, makeExam, rightAnswers, sit } from '../../../test/factories/exam.ts'
import { deps, must, passTime } from '../../../test/world.ts'
import { submitAbandoned } from '../exam/service.ts'
import { countSittings } from './service/statistics.ts'

it('counts what the server handed in once nothing can take its place any more, with the final answers', async () => {
  const plan = await makePlan({ courses: [{}] })
  const exam = await makeExam({ plan })
  const { beacon, ...sitting } = await sit(exam)
  const { attemptId } = sitting
  await passTime(1815)
  const all = await deps()
  await submitAbandoned(all)
  await countSittings(all)
  const answers = rightAnswers({ beacon, ...sitting }, 12)
  const sealed = { attemptId, seq: 1, answers, beacon, sealedAfterMs: 1000 }
  await must('POST /exam/v1/submit_sealed', sealed, exam.token)
  await countSittings(all)
  await countSittings(all)
  const [right, wrong] = [sitting.questions[0], sitting.questions[19]].map((one) => one?.id ?? '')
  const sums = await all.db
    .selectFrom('questionStat')
    .select(['questionId', 'answered', 'rightCount', 'scoreSum'])
    .where('questionId', 'in', [right ?? '', wrong ?? ''])
    .execute()
  expect(sums).toHaveLength(2)
  for (const { questionId, ...sum } of sums)
    expect(sum).toEqual({ answered: 1, rightCount: questionId === right ? 1 : 0, scoreSum: 600 })
  // and one that nobody replaced, a quarter of an hour later, and what an outage of ours took of that
  const late = await makeExam({ plan })
  const { questions, attemptId: lateId } = await sit(late)
  await passTime(1815)
  await submitAbandoned(all)
  await giveBack(lateId, 300)
  const counted = () =>
    all.db
      .selectFrom('questionStatDue')
      .innerJoin('attempt', 'attempt.id', 'attemptId')
      .select('attemptId')
      .where('studentId', '=', late.sign.student.id)
      .execute()
  await countSittings(all)
  expect(await counted()).toHaveLength(1)
  await passTime(961)
  await countSittings(all)
  expect(await counted()).toHaveLength(1)
  await passTime(300)
  await countSittings(all)
  expect(await counted()).toEqual([])
  expect(questions).toHaveLength(20)
})
