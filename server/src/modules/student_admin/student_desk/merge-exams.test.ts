import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  creditOutageToAttempt,
  makeAbandonedAttempt,
  makeExam,
  rightAnswersOf,
  startTestAttempt,
} from '../../../../test/factories/exam.ts'
import { type MergeTestDesk, makeMergeTestDesk, mergeInput } from '../../../../test/factories/merge.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { call, deps, must, mustStaff, passTime } from '../../../../test/world.ts'

let desk: MergeTestDesk

beforeEach(async () => {
  desk = await makeMergeTestDesk()
})

describe('exams in a merge', () => {
  const examiner = () => makeStaff({ permissions: ['exam.read', 'exam.decide'] })
  const setExtra = async (phone: string, percent: number) =>
    mustStaff('POST /exam/v1/set_extra_time', { phone, percent, reason: '视力障碍' }, (await examiner()).token)
  const rehearsed = (token: string, camera: 'GREEN' | 'RED') =>
    must(
      'POST /exam/v1/rehearse',
      { id: randomUUID(), camera, upload: 'GREEN', clock: 'GREEN', autosave: 'GREEN', notes: {} },
      token,
    )

  it('a merge moves appeals, rehearsals and extra time', async () => {
    const exam = await makeExam()
    const { attemptId } = await startTestAttempt(exam)
    await must('POST /exam/v1/submit_exam', { attemptId, seq: 1, answers: {} }, exam.token)
    await must('POST /exam/v1/appeal', { attemptId, text: '第三题与教材不一致' }, exam.token)
    await rehearsed(exam.token, 'RED')
    const closed = exam.sign.student
    await setExtra(closed.phone, 50)
    const kept = await makeStudent()
    await desk.merge(kept, closed)

    const info = await must('GET /exam/v1/info', exam.exam, kept.token)
    expect(info).toMatchObject({ attempts: [{ attemptId, appeals: [{ state: 'OPEN' }] }] })
    expect(await must('GET /exam/v1/rehearsal', {}, kept.token)).toMatchObject({
      last: { camera: 'RED' },
    })
    const { token } = await examiner()
    const { list: extra } = await mustStaff('POST /exam/v1/extra_times', { keyword: kept.phone }, token)
    expect(extra).toMatchObject([{ student: { id: kept.id }, percent: 50, reason: '视力障碍' }])
    const { db } = await deps()
    const owners = await db.selectFrom('examAppeal').select('studentId').where('attemptId', '=', attemptId).execute()
    expect(owners).toEqual([{ studentId: kept.id }])
    const [told] = await db
      .selectFrom('auditLog')
      .select('detail')
      .where('subject', '=', closed.id)
      .where('action', '=', 'student_desk.merged')
      .execute()
    expect(told?.detail).toMatchObject({ appeals: 1, rehearsals: 1, extraTime: 50 })
  })

  it('a merge waits for offline submissions that may still arrive', async () => {
    const exam = await makeExam()
    const sitting = await makeAbandonedAttempt(exam)
    const { attemptId, beacon } = sitting
    const later = await makeMergeTestDesk()
    const input = mergeInput(await makeStudent(), exam.sign.student)
    expect(await later.propose(input)).toMatchObject({
      key: 'student_desk.mergeHindered',
      msg: expect.stringContaining('断网封存的答案还可能补交'),
    })
    const sealed = { attemptId, seq: 1, answers: rightAnswersOf(sitting), beacon, sealedAfterMs: 1 }
    expect(await call('POST /exam/v1/submit_sealed', sealed, exam.token)).toMatchObject({
      data: { submittedBy: 'SEALED' },
    })
    expect(await later.propose(input)).toMatchObject({ code: 1 })
  })

  it('a merge waits for offline submissions of the closed account only', async () => {
    const exam = await makeExam()
    const sitting = await makeAbandonedAttempt(exam)
    const later = await makeMergeTestDesk()
    await later.merge(exam.sign.student, await makeStudent())
    const { attemptId, beacon } = sitting
    const sealed = { attemptId, seq: 1, answers: rightAnswersOf(sitting), beacon, sealedAfterMs: 1 }
    expect(await call('POST /exam/v1/submit_sealed', sealed, exam.token)).toMatchObject({
      data: { submittedBy: 'SEALED' },
    })
  })

  it('a merge waits for offline submissions only until their time limit, not counting outages', async () => {
    const exam = await makeExam()
    const { attemptId } = await makeAbandonedAttempt(exam)
    await creditOutageToAttempt(attemptId, 600)
    const later = await makeMergeTestDesk()
    const input = mergeInput(await makeStudent(), exam.sign.student)
    expect(await later.propose(input)).toMatchObject({ key: 'student_desk.mergeHindered' })
    await passTime(860)
    expect(await later.propose(input)).toMatchObject({ key: 'student_desk.mergeHindered' })
    await passTime(600)
    expect(await later.propose(input)).toMatchObject({ code: 1 })
  })

  it('different extra time of two accounts blocks a merge, equal extra time is kept once', async () => {
    const [kept, closed] = await Promise.all([makeStudent(), makeStudent()])
    await setExtra(kept.phone, 25)
    await setExtra(closed.phone, 50)
    const input = mergeInput(kept, closed)
    expect(await desk.propose(input)).toMatchObject({
      key: 'student_desk.mergeHindered',
      msg: expect.stringContaining('考试加时不同'),
    })
    await setExtra(closed.phone, 25)
    await desk.propose(input)
    await setExtra(closed.phone, 30)
    expect(await desk.decide(input.id)).toMatchObject({ key: 'student_desk.mergeHindered' })
    await setExtra(closed.phone, 25)
    expect(await desk.decide(input.id)).toMatchObject({ code: 1 })
    const { db } = await deps()
    const rows = await db
      .selectFrom('examExtraTime')
      .select(['studentId', 'percent'])
      .where('studentId', 'in', [kept.id, closed.id])
      .execute()
    expect(rows).toEqual([{ studentId: kept.id, percent: 25 }])
  })
})
