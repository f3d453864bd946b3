import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  decided,
  fail,
  makeExam,
  rightAnswers,
  sit,
  submit,
  type TestExam,
} from '../../../test/factories/exam.ts'
import { giveHours } from '../../../test/factories/hours.ts'
import { makeMergeDesk } from '../../../test/factories/merge.ts'
import { credit, record } from '../../../test/factories/proof.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../test/factories/student.ts'
import { call, deps, must, mustStaff, passTime } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { creditHours } from './service.ts'

const ledgerOf = async ({ token }: TestStudent, { year }: { year: number }) =>
  (await must('GET /certification_grant/v1/ledger', { year }, token)).entries

/** They sit the exam and pass; the sitting. */
async function pass(exam: TestExam): Promise<string> {
  const sitting = await sit(exam)
  await submit(exam.token, sitting.attemptId, 1, rightAnswers(sitting))
  return sitting.attemptId
}

it('a year opens to the sitting, the lessons, the reduction and the certificate behind each hour', async () => {
  const exam = await makeExam()
  const { student, plan, courses } = exam.sign
  const attemptId = await pass(exam)
  await record(student, plan, 3, '省人社厅/B-2')
  const reductionId = await reduced(student, plan)
  const entries = await ledgerOf(student, plan)
  expect(entries.map(({ source }) => source)).toEqual(['REDUCTION', 'RECORD', 'COURSE'])
  expect(entries[0]).toMatchObject({ reductionId, sitting: null, reference: null, hours: 2 })
  expect(entries[1]).toMatchObject({
    ...{ reference: '省人社厅/B-2', title: '公需科目', subject: 'PUBLIC', hours: 3 },
    ...{ reversed: false, reverses: null, sitting: null, reductionId: null },
  })
  const { sitting } = entries[2] ?? {}
  expect(sitting).toMatchObject({ attemptId, signId: exam.exam.signId, signCourseId: exam.exam.id })
  expect(sitting?.lessons.map(({ id }) => id)).toEqual(courses[0]?.lessonIds)
  // each of these ways leads somewhere
  const { lessons = [] } = sitting ?? {}
  const studied = { id: exam.exam.id, lessonId: lessons[0]?.id ?? '' }
  await must('GET /course/v1/learn_record', studied, student.token)
  expect(entries.every((entry) => !('actor' in entry || 'sourceId' in entry))).toBe(true)
})

it('the entries of a year add up to the figure above them, with what was taken back, which leads to the same sitting', async () => {
  const exam = await makeExam()
  const { student, plan } = exam.sign
  const attemptId = await pass(exam)
  await credit(student, plan, 25)
  await decided(attemptId, 'VOID')
  const entries = await ledgerOf(student, plan)
  const [taken, , passed] = entries
  expect(passed).toMatchObject({ source: 'COURSE', reversed: true, sitting: { attemptId } })
  expect(taken).toMatchObject({
    ...{ source: 'REVERSAL', reversed: false, reverses: passed?.seq, sitting: { attemptId } },
    hours: -(passed?.hours ?? 0),
  })
  const { list } = await must(
    'GET /certification_grant/v1/query',
    { year: plan.year },
    student.token,
  )
  const sum = entries.reduce((all, { hours }) => all + hours, 0)
  expect(sum).toBe(list[0]?.earned.professional)
})

it('a pass that was voided leads to its lessons until the course is studied anew, and to what was handed in for ever', async () => {
  const exam = await makeExam({ rules: { attemptsPerRound: 2 } })
  const { student, plan, courses } = exam.sign
  const attemptId = await pass(exam)
  await decided(attemptId, 'VOID')
  const lessonsOf = async () =>
    (await ledgerOf(student, plan)).map(({ sitting }) => sitting?.lessons.map(({ id }) => id))
  const studied = courses[0]?.lessonIds
  expect(await lessonsOf()).toEqual([studied, studied])
  await must('GET /exam/v1/answer_log', { attemptId }, student.token)
  // the round's last attempt: what is studied from now on is another round's
  await fail(exam)
  expect(await lessonsOf()).toEqual([[], []])
  await must('GET /exam/v1/answer_log', { attemptId }, student.token)
})

it('what a merge has brought has the day of its hours, as the proof; the merge’s is when it came', async () => {
  const exam = await makeExam()
  const { student: closed, plan } = exam.sign
  const attemptId = await pass(exam)
  const [before] = await ledgerOf(closed, plan)
  const kept = await makeStudent()
  await passTime(60)
  await credit(kept, plan, 25)
  await (await makeMergeDesk()).merge(kept, closed)
  const [moved, own] = await ledgerOf(kept, plan)
  expect(before?.firstAt).toBeNull()
  expect(moved).toMatchObject({ source: 'COURSE', firstAt: before?.at, sitting: { attemptId } })
  expect(moved?.at).not.toBe(before?.at)
  expect(own?.firstAt).toBeNull()
})

it('nobody sees another’s entries, nor is led to another’s sitting; staff are', async () => {
  const exam = await makeExam()
  const { student, plan } = exam.sign
  const attemptId = await pass(exam)
  const other = await makeStudent()
  expect(await ledgerOf(other, plan)).toEqual([])
  // as a merge may leave it: the hours are in one account, the sitting is in the other's
  await giveHours(other, plan, 10, { sourceId: attemptId })
  expect(await ledgerOf(other, plan)).toMatchObject([{ source: 'COURSE', sitting: null }])
  const staff = await makeStaff({ permissions: ['student.read'] })
  for (const { id } of [student, other]) {
    const { entries } = await mustStaff(
      'GET /certification_grant/v1/ledger',
      { studentId: id },
      staff.token,
    )
    expect(entries[0]).toMatchObject({ sitting: { attemptId } })
  }
})

it('asks for a year and a sign-in; other years are not in it', async () => {
  const exam = await makeExam()
  const { student, plan } = exam.sign
  await pass(exam)
  expect(await ledgerOf(student, { year: plan.year + 1 })).toEqual([])
  const asked = (input: object, token?: string) =>
    call('GET /certification_grant/v1/ledger', input as { year: number }, token)
  expect(await asked({}, student.token)).toMatchObject({ key: 'common.invalid' })
  expect(await asked({ year: 'x' }, student.token)).toMatchObject({ key: 'common.invalid' })
  expect(await asked({ year: plan.year })).toMatchObject({ status: 401 })
})

/** Two professional hours by a reduction; its id. */
async function reduced(student: TestStudent, plan: { year: number }): Promise<string> {
  const world = await deps()
  const sourceId = randomUUID()
  const what = { subject: 'PROFESSIONAL', source: 'REDUCTION', title: '发表论文' } as const
  await inTransaction(world.db, (tx) =>
    creditHours(tx, world, [
      { ...what, studentId: student.id, year: plan.year, hours: 20, sourceId, actor: 'test' },
    ]),
  )
  return sourceId
}
