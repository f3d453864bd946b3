import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  callSubmitExam,
  decideTestAttempt,
  failTestAttempt,
  makeExam,
  rightAnswersOf,
  startTestAttempt,
  type TestExam,
} from '../../../../test/factories/exam.ts'
import { giveLedgerHours } from '../../../../test/factories/hours.ts'
import { makeMergeTestDesk } from '../../../../test/factories/merge.ts'
import { creditProfessionalHours, recordTestHours } from '../../../../test/factories/proof.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent, type TestStudent } from '../../../../test/factories/student.ts'
import { call, deps, must, mustStaff, passTime } from '../../../../test/world.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import { creditHours } from './service/credit.ts'

const ledgerOf = async ({ token }: TestStudent, { year }: { year: number }) =>
  (await must('GET /certification_grant/v1/ledger', { year }, token)).entries

async function pass(exam: TestExam): Promise<string> {
  const sitting = await startTestAttempt(exam)
  await callSubmitExam(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting))
  return sitting.attemptId
}

it('the ledger of a year links each entry to its attempt, lessons, reduction or certificate', async () => {
  const exam = await makeExam()
  const { student, plan, courses } = exam.sign
  const attemptId = await pass(exam)
  await recordTestHours(student, plan, 3, '省人社厅/B-2')
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
  const { lessons = [] } = sitting ?? {}
  const studied = { id: exam.exam.id, lessonId: lessons[0]?.id ?? '' }
  await must('GET /course/v1/learn_record', studied, student.token)
  expect(entries.every((entry) => !('actor' in entry || 'sourceId' in entry))).toBe(true)
})

it('ledger entries of a year add up to its total, and a reversed entry still links to its attempt', async () => {
  const exam = await makeExam()
  const { student, plan } = exam.sign
  const attemptId = await pass(exam)
  await creditProfessionalHours(student, plan, 25)
  await decideTestAttempt(attemptId, 'VOID')
  const entries = await ledgerOf(student, plan)
  const [taken, , passed] = entries
  expect(passed).toMatchObject({ source: 'COURSE', reversed: true, sitting: { attemptId } })
  expect(taken).toMatchObject({
    ...{ source: 'REVERSAL', reversed: false, reverses: passed?.seq, sitting: { attemptId } },
    hours: -(passed?.hours ?? 0),
  })
  const { list } = await must('GET /certification_grant/v1/query', { year: plan.year }, student.token)
  const sum = entries.reduce((all, { hours }) => all + hours, 0)
  expect(sum).toBe(list[0]?.earned.professional)
})

it('the ledger entry of a voided attempt links to its lessons until a re-study, and to its answers for ever', async () => {
  const exam = await makeExam({ rules: { attemptsPerRound: 2 } })
  const { student, plan, courses } = exam.sign
  const attemptId = await pass(exam)
  await decideTestAttempt(attemptId, 'VOID')
  const lessonsOf = async () =>
    (await ledgerOf(student, plan)).map(({ sitting }) => sitting?.lessons.map(({ id }) => id))
  const studied = courses[0]?.lessonIds
  expect(await lessonsOf()).toEqual([studied, studied])
  await must('GET /exam/v1/answer_log', { attemptId }, student.token)
  // After the last failed attempt, further study belongs to a new round.
  await failTestAttempt(exam)
  expect(await lessonsOf()).toEqual([[], []])
  await must('GET /exam/v1/answer_log', { attemptId }, student.token)
})

it('merged hours keep their original date, and the merge entry has the date of the merge', async () => {
  const exam = await makeExam()
  const { student: closed, plan } = exam.sign
  const attemptId = await pass(exam)
  const [before] = await ledgerOf(closed, plan)
  const kept = await makeStudent()
  await passTime(60)
  await creditProfessionalHours(kept, plan, 25)
  await (await makeMergeTestDesk()).merge(kept, closed)
  const [moved, own] = await ledgerOf(kept, plan)
  expect(before?.firstAt).toBeNull()
  expect(moved).toMatchObject({ source: 'COURSE', firstAt: before?.at, sitting: { attemptId } })
  expect(moved?.at).not.toBe(before?.at)
  expect(own?.firstAt).toBeNull()
})

it('other students cannot open a ledger entry or its attempt, but staff can', async () => {
  const exam = await makeExam()
  const { student, plan } = exam.sign
  const attemptId = await pass(exam)
  const other = await makeStudent()
  expect(await ledgerOf(other, plan)).toEqual([])
  // After a merge, the hours can be in one account and the attempt in the other.
  await giveLedgerHours(other, plan, 10, { sourceId: attemptId })
  expect(await ledgerOf(other, plan)).toMatchObject([{ source: 'COURSE', sitting: null }])
  const staff = await makeStaff({ permissions: ['student.read'] })
  for (const { id } of [student, other]) {
    const { entries } = await mustStaff('GET /certification_grant/v1/ledger', { studentId: id }, staff.token)
    expect(entries[0]).toMatchObject({ sitting: { attemptId } })
  }
})

it('the ledger requires a year and a sign-in, and leaves out other years', async () => {
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

async function reduced(student: TestStudent, plan: { year: number }): Promise<string> {
  const world = await deps()
  const sourceId = randomUUID()
  const what = { subject: 'PROFESSIONAL', source: 'REDUCTION', title: '发表论文' } as const
  await inTransaction(world.db, (tx) =>
    creditHours(tx, world, [{ ...what, studentId: student.id, year: plan.year, hours: 20, sourceId, actor: 'test' }]),
  )
  return sourceId
}
