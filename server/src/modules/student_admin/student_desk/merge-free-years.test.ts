import { expect, it } from 'vitest'
import { makePlan, type TestPlan } from '../../../../test/factories/catalogue.ts'
import {
  decideTestAttempt,
  examInputOf,
  makeAbandonedAttempt,
  rightAnswersOf,
  signOfPaidOrder,
  startTestAttempt,
} from '../../../../test/factories/exam.ts'
import { makeMergeTestDesk, mergeInput } from '../../../../test/factories/merge.ts'
import { callCreateOrder, chosenCourseIds } from '../../../../test/factories/order.ts'
import { makeTestPlayer } from '../../../../test/factories/player.ts'
import type { TestSign } from '../../../../test/factories/sign.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { finishStudy } from '../../../../test/factories/study.ts'
import { runWholeCheck } from '../../../../test/whole-check.ts'
import { deps, must, mustStaff, passTime } from '../../../../test/world.ts'
import { checkLedger } from '../../credits/hours/service/verify.ts'
import { listLedgerEntries, loadHoursTotals } from '../../credits/hours/service.ts'
import { computeYearTotals, countSignsAndCourses } from '../../office/statistics/store.ts'

const desk = await makeMergeTestDesk()

/** A plan free of charge with two required courses and an elective. */
const freePlan = () =>
  makePlan({
    priceFen: 0,
    courses: [{ lessonSeconds: [60] }, { lessonSeconds: [60] }, { lessonSeconds: [60], required: false }],
  })

async function signedUp(plan: TestPlan, places?: number[]): Promise<TestSign> {
  const student = await makeStudent()
  const change = { payType: 'FREE', courseIds: chosenCourseIds(plan, places) }
  const { data } = await callCreateOrder(student, plan, change)
  expect(data).toMatchObject({ status: 'PAID', amount: 0 })
  return signOfPaidOrder({ student, plan, signId: data.signId })
}

/** @returns the id of the passed attempt */
async function pass(sign: TestSign, course: number): Promise<string> {
  await finishStudy(sign, course)
  const { token } = sign.student
  const sitting = await startTestAttempt({ sign, token, exam: examInputOf(sign, course) })
  const { attemptId } = sitting
  await must('POST /exam/v1/submit_exam', { attemptId, seq: 1, answers: rightAnswersOf(sitting) }, token)
  return attemptId
}

async function watchHalf({ student, courses }: TestSign, course: number): Promise<void> {
  const { id, lessonIds } = courses[course] ?? { id: '' }
  const page = makeTestPlayer(student.token, id, lessonIds?.[0])
  await page.start()
  await passTime(30)
  await page.watch(0, 30, { event: 'end' })
}

async function tenthsOf({ student, plan }: TestSign): Promise<number> {
  const { db } = await deps()
  const year = (await loadHoursTotals(db, student.id)).find((one) => one.year === plan.year)
  return year?.earned.professional ?? 0
}

async function coursesOf({ student, signId }: TestSign) {
  const { list } = await must('GET /course/v1/my_course', {}, student.token)
  const sign = list.find((one) => one.signId === signId)
  return sign?.courses.map(({ id, progress, examState }) => ({ id, progress, examState }))
}

it('two free signs of a year become one with the better progress of each course, and hours once', async () => {
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
  const { list: proofs } = await must('GET /certification_grant/v1/query', { year: plan.year }, token)
  expect(proofs).toMatchObject([{ state: 'ISSUED' }])
  const { db } = await deps()
  const broken = (await runWholeCheck(checkLedger, { db })).faults
  for (const { student } of [kept, closed]) expect(broken.filter((line) => line.includes(student.id))).toEqual([])
  expect(await computeYearTotals(db, plan.year)).toMatchObject({ people: 1 })
  const { signs, courses } = await countSignsAndCourses(db, plan.year)
  expect(signs.find(({ by }) => by === 'ALL')).toMatchObject({ paid: 1, proven: 1 })
  expect(courses.map(({ passed }) => passed).toSorted()).toEqual([0, 1, 1])

  // Voiding the attempt reverses the hours of the moved course; the course that stayed has none.
  await decideTestAttempt(twice, 'VOID')
  expect(await tenthsOf(kept)).toBe(120)
  await decideTestAttempt(alone, 'VOID')
  expect(await tenthsOf(kept)).toBe(60)
  const sources = (await listLedgerEntries(db, closed.student.id)).map(({ source }) => source)
  expect(sources).toEqual(['COURSE', 'COURSE', 'REVERSAL', 'REVERSAL'])
})

it('a free sign without study is replaced by the sign of the other account, with its appeal', async () => {
  const plan = await freePlan()
  const [kept, closed] = [await signedUp(plan), await signedUp(plan)]
  const attemptId = await pass(closed, 0)
  await must('POST /exam/v1/appeal', { attemptId, text: '第三题与教材不一致' }, closed.student.token)
  await desk.merge(kept.student, closed.student)
  expect(await coursesOf(kept)).toEqual([
    { id: closed.courses[0]?.id, progress: 100, examState: 'PASSED' },
    { id: kept.courses[1]?.id, progress: 0, examState: 'LOCKED' },
  ])
  expect(await tenthsOf(kept)).toBe(60)
  const exam = { signId: kept.signId, id: closed.courses[0]?.id ?? '' }
  const info = await must('GET /exam/v1/info', exam, kept.student.token)
  expect(info.attempts).toMatchObject([{ attemptId, appeals: [{ state: 'OPEN' }] }])
  // The kept account continues what the closed account had started.
  await pass(kept, 1)
  expect(await tenthsOf(kept)).toBe(120)
})

it('a merge waits for an offline submission of a kept attempt that may be replaced', async () => {
  const plan = await freePlan()
  const [kept, closed] = [await signedUp(plan), await signedUp(plan)]
  await finishStudy(kept, 0)
  await makeAbandonedAttempt({ sign: kept, token: kept.student.token, exam: examInputOf(kept) })
  const later = await makeMergeTestDesk()
  expect(await later.propose(mergeInput(kept.student, closed.student))).toMatchObject({
    key: 'student_desk.mergeHindered',
    msg: expect.stringContaining('断网封存的答案还可能补交'),
  })
})
