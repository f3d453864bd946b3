import { beforeAll, expect, it } from 'vitest'
import { makePlan, type TestPlan } from '../../../test/factories/catalogue.ts'
import { decided, examOf, rightAnswers, signOf, sit } from '../../../test/factories/exam.ts'
import { type MergeDesk, makeMergeDesk, mergeOf } from '../../../test/factories/merge.ts'
import { choiceOf, tryOrder } from '../../../test/factories/order.ts'
import { player } from '../../../test/factories/player.ts'
import type { TestSign } from '../../../test/factories/sign.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import { deps, must, mustStaff, passTime } from '../../../test/world.ts'
import { submitAbandoned } from '../exam/service.ts'
import { hoursTotals, listEntries, verifyChains } from '../hours/service.ts'
import { countSigns } from '../statistics/store/signs.ts'
import { countTotals } from '../statistics/store/sums.ts'

let desk: MergeDesk

beforeAll(async () => {
  desk = await makeMergeDesk()
})

/** Two required courses and an elective, for nothing. */
const freePlan = () =>
  makePlan({
    priceFen: 0,
    courses: [
      { lessonSeconds: [60] },
      { lessonSeconds: [60] },
      { lessonSeconds: [60], required: false },
    ],
  })

async function signedUp(plan: TestPlan, places?: number[]): Promise<TestSign> {
  const student = await makeStudent()
  const change = { payType: 'FREE', courseIds: choiceOf(plan, places) }
  const { data } = await tryOrder(student, plan, change)
  expect(data).toMatchObject({ status: 'PAID', amount: 0 })
  return signOf({ student, plan, signId: data.signId })
}

/** @returns the sitting */
async function pass(sign: TestSign, course: number): Promise<string> {
  await finishStudy(sign, course)
  const { token } = sign.student
  const sitting = await sit({ sign, token, exam: examOf(sign, course) })
  const { attemptId } = sitting
  await must(
    'POST /exam/v1/submit_exam',
    { attemptId, seq: 1, answers: rightAnswers(sitting) },
    token,
  )
  return attemptId
}

async function watchHalf({ student, courses }: TestSign, course: number): Promise<void> {
  const { id, lessonIds } = courses[course] ?? { id: '' }
  const page = player(student.token, id, lessonIds?.[0])
  await page.start()
  await passTime(30)
  await page.watch(0, 30, { event: 'end' })
}

async function tenthsOf({ student, plan }: TestSign): Promise<number> {
  const { db } = await deps()
  const year = (await hoursTotals(db, student.id)).find((one) => one.year === plan.year)
  return year?.earned.professional ?? 0
}

async function coursesOf({ student, signId }: TestSign) {
  const { list } = await must('GET /course/v1/my_course', {}, student.token)
  const sign = list.find((one) => one.signId === signId)
  return sign?.courses.map(({ id, progress, examState }) => ({ id, progress, examState }))
}

it('two free sign-ups of one year become one: of each course the further one, each hour once', async () => {
  const plan = await freePlan()
  const [kept, closed] = [await signedUp(plan), await signedUp(plan, [0, 1, 2])]
  await pass(kept, 0)
  await watchHalf(kept, 1)
  const twice = await pass(closed, 0)
  const alone = await pass(closed, 1)
  await watchHalf(closed, 2)
  const pair = { keptId: kept.student.id, closedId: closed.student.id }
  const looked = await mustStaff('GET /student_desk/v1/merge_check', pair, desk.first.token)
  expect(looked).toEqual({ obstacles: [], overlap: null, freeYears: [plan.year] })

  const { outcome } = await desk.merge(kept.student, closed.student)
  expect(outcome).toMatchObject({ hours: 6, skipped: 1, orders: 0 })
  expect(await tenthsOf(kept)).toBe(120)
  expect(await tenthsOf(closed)).toBe(0)
  expect(await coursesOf(kept)).toEqual([
    { id: kept.courses[0]?.id, progress: 100, examState: 'PASSED' },
    { id: closed.courses[1]?.id, progress: 100, examState: 'PASSED' },
    { id: closed.courses[2]?.id, progress: 50, examState: 'LOCKED' },
  ])
  const { token } = kept.student
  const { list: proofs } = await must(
    'GET /certification_grant/v1/query',
    { year: plan.year },
    token,
  )
  expect(proofs).toMatchObject([{ state: 'ISSUED' }])
  const { db } = await deps()
  const broken = (await verifyChains(db)).breaks
  for (const { student } of [kept, closed])
    expect(broken.filter((line) => line.includes(student.id))).toEqual([])
  // the person is one in the figures of the year, too
  expect(await countTotals(db, plan.year)).toMatchObject({ people: 1 })
  const { signs, courses } = await countSigns(db, plan.year)
  expect(signs.find(({ by }) => by === 'ALL')).toMatchObject({ paid: 1, proven: 1 })
  expect(courses.map(({ passed }) => passed).toSorted()).toEqual([0, 1, 1])

  // a void finds its hours where the course went; what stayed behind has none to give back
  await decided(twice, 'VOID')
  expect(await tenthsOf(kept)).toBe(120)
  await decided(alone, 'VOID')
  expect(await tenthsOf(kept)).toBe(60)
  const sources = (await listEntries(db, closed.student.id)).map(({ source }) => source)
  expect(sources).toEqual(['COURSE', 'COURSE', 'REVERSAL', 'REVERSAL'])
})

it('takes the whole of it where the kept account had only signed up, its appeal with it', async () => {
  const plan = await freePlan()
  const [kept, closed] = [await signedUp(plan), await signedUp(plan)]
  const attemptId = await pass(closed, 0)
  await must(
    'POST /exam/v1/appeal',
    { attemptId, text: '第三题与教材不一致' },
    closed.student.token,
  )
  await desk.merge(kept.student, closed.student)
  expect(await coursesOf(kept)).toEqual([
    { id: closed.courses[0]?.id, progress: 100, examState: 'PASSED' },
    { id: kept.courses[1]?.id, progress: 0, examState: 'LOCKED' },
  ])
  expect(await tenthsOf(kept)).toBe(60)
  const exam = { signId: kept.signId, id: closed.courses[0]?.id ?? '' }
  const info = await must('GET /exam/v1/info', exam, kept.student.token)
  expect(info.attempts).toMatchObject([{ attemptId, appeals: [{ state: 'OPEN' }] }])
  // what was the closed account's goes on as the kept one's own
  await pass(kept, 1)
  expect(await tenthsOf(kept)).toBe(120)
})

it('waits for answers that may still come sealed for a sitting of the kept account: it may change over', async () => {
  const plan = await freePlan()
  const [kept, closed] = [await signedUp(plan), await signedUp(plan)]
  await finishStudy(kept, 0)
  await sit({ sign: kept, token: kept.student.token, exam: examOf(kept) })
  await passTime(1860)
  await submitAbandoned(await deps())
  const later = await makeMergeDesk()
  expect(await later.propose(mergeOf(kept.student, closed.student))).toMatchObject({
    key: 'student_desk.mergeHindered',
    msg: expect.stringContaining('断网封存的答案还可能补交'),
  })
})
