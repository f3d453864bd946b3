import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  creditOutageToAttempt,
  makeAbandonedAttempt,
  makeExam,
  rightAnswersOf,
  startTestAttempt,
  type TestExam,
} from '../../../test/factories/exam.ts'
import { makeOnePixelPng, sendUploadForm, uploadStudentFile } from '../../../test/factories/file.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'

const capture = (exam: TestExam, attemptId: string, body: object) =>
  call('POST /exam/v1/exam_capture', { attemptId, ...body }, exam.token)
const picture = async (exam: TestExam) => (await uploadStudentFile(exam.sign.student, 'CAPTURE')).id
const reviewOf = async ({ exam, token }: TestExam) => (await must('GET /exam/v1/info', exam, token)).attempts[0]?.review

const doubtsOf = async ({ sign }: TestExam) => {
  const { db } = await deps()
  const rows = await db
    .selectFrom('capture')
    .innerJoin('attempt', 'attempt.id', 'capture.attemptId')
    .select('doubt')
    .where('attempt.studentId', '=', sign.student.id)
    .where('doubt', 'is not', null)
    .execute()
  return rows.map(({ doubt }) => doubt)
}

async function submitRight(exam: TestExam, sitting: Awaited<ReturnType<typeof startTestAttempt>>) {
  const body = {
    attemptId: sitting.attemptId,
    seq: sitting.savedSeq + 1,
    answers: rightAnswersOf(sitting),
  }
  return must('POST /exam/v1/submit_exam', body, exam.token)
}

describe('exam_capture', () => {
  it('accepts one picture per due capture, and identical repeats get the same response', async () => {
    const exam = await makeExam({ rules: { randomCaptures: 1 } })
    const sitting = await startTestAttempt(exam)
    const fileId = await picture(exam)
    for (const _ of [1, 2])
      expect(await capture(exam, sitting.attemptId, { no: 1, fileId })).toMatchObject({
        code: 1,
        data: { accepted: true },
      })
    const other = await picture(exam)
    for (const body of [{ fileId: other }, { failure: '摄像头被占用' }])
      expect(await capture(exam, sitting.attemptId, { no: 1, ...body })).toMatchObject({
        key: 'exam.captureConflict',
      })
    const due = sitting.captures[1]
    if (!due) throw new Error('no random capture')
    expect(await capture(exam, sitting.attemptId, { no: 2, fileId: other })).toMatchObject({
      data: { accepted: false },
    })
    await passTime((Date.parse(due.dueAt) - Date.parse(sitting.serverNow)) / 1000)
    expect(await capture(exam, sitting.attemptId, { no: 2, fileId })).toMatchObject({
      key: 'exam.captureConflict',
    })
    const race = await Promise.all([1, 2, 3].map(() => capture(exam, sitting.attemptId, { no: 2, fileId: other })))
    expect(race.every((answer) => answer.data.accepted)).toBe(true)
    const { captures } = await must('GET /exam/v1/start', exam.exam, exam.token)
    expect(captures.map(({ received }) => received)).toEqual([true, true])
    await submitRight(exam, sitting)
    expect(await reviewOf(exam)).toBe(false)
  })

  it('refuses a picture uploaded before the attempt', async () => {
    const exam = await makeExam()
    const old = await picture(exam)
    const sitting = await startTestAttempt(exam)
    expect(await capture(exam, sitting.attemptId, { no: 1, fileId: old })).toMatchObject({
      key: 'common.invalid',
      data: { fields: { fileId: expect.any(String) } },
    })
  })

  it('a failed capture flags the attempt and never ends the exam', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam)
    const failure = { no: 1, failure: '未获得摄像头权限' }
    for (const _ of [1, 2])
      expect(await capture(exam, sitting.attemptId, failure)).toMatchObject({
        data: { accepted: true },
      })
    expect(await reviewOf(exam)).toBe(true)
    expect(await submitRight(exam, sitting)).toMatchObject({ passed: true })
    expect(await reviewOf(exam)).toBe(true)
  })

  it('a missing capture flags the attempt and may arrive a few minutes late', async () => {
    const [prompt, late] = await Promise.all([
      makeExam({ rules: { randomCaptures: 0 } }),
      makeExam({ rules: { randomCaptures: 0 } }),
    ])
    for (const exam of [prompt, late]) {
      await submitRight(exam, await startTestAttempt(exam))
      expect(await reviewOf(exam)).toBe(true)
    }
    const idOf = async ({ exam, token }: TestExam) =>
      (await must('GET /exam/v1/info', exam, token)).attempts[0]?.attemptId ?? ''
    const body = { no: 1, fileId: await picture(prompt) }
    expect(await capture(prompt, await idOf(prompt), body)).toMatchObject({
      data: { accepted: true },
    })
    expect(await reviewOf(prompt)).toBe(false)
    await passTime(301)
    const tooLate = { no: 1, fileId: await picture(late) }
    expect(await capture(late, await idOf(late), tooLate)).toMatchObject({
      data: { accepted: false },
    })
    expect(await reviewOf(late)).toBe(true)
  })

  it('an outage of the portal extends the time for late captures', async () => {
    const exam = await makeExam({ rules: { randomCaptures: 0 } })
    const { attemptId } = await makeAbandonedAttempt(exam)
    await creditOutageToAttempt(attemptId, 200)
    await passTime(400)
    const { data } = await capture(exam, attemptId, { no: 1, fileId: await picture(exam) })
    expect(data).toEqual({ accepted: true })
  })

  it('accepts a late or copied picture and flags the attempt for review', async () => {
    const rules = { randomCaptures: 1 }
    const [late, copied] = await Promise.all([makeExam({ rules }), makeExam({ rules })])
    const lateSitting = await startTestAttempt(late)
    await passTime(61)
    const body = { no: 1, fileId: await picture(late) }
    expect(await capture(late, lateSitting.attemptId, body)).toMatchObject({
      data: { accepted: true },
    })
    await submitRight(late, lateSitting)
    expect(await doubtsOf(late)).toEqual(['LATE'])
    expect(await reviewOf(late)).toBe(true)
    const sitting = await startTestAttempt(copied)
    const bytes = makeOnePixelPng()
    const send = async (no: number) => {
      const { data } = await sendUploadForm({ purpose: 'CAPTURE', file: bytes }, copied.token)
      return capture(copied, sitting.attemptId, { no, fileId: data.id })
    }
    await send(1)
    expect(await doubtsOf(copied)).toEqual([])
    const second = sitting.captures.find(({ no }) => no === 2)
    const wait = new Date(second?.dueAt ?? 0).getTime() - new Date(sitting.serverNow).getTime()
    await passTime(Math.max(0, wait / 1000))
    await send(2)
    expect(await doubtsOf(copied)).toEqual(['REPEATED'])
  })

  it('the delay of a picture due during an outage counts from the end of the outage', async () => {
    const rules = { randomCaptures: 1 }
    const [away, before] = await Promise.all([makeExam({ rules }), makeExam({ rules })])
    const [awaySitting, beforeSitting] = [await startTestAttempt(away), await startTestAttempt(before)]
    await passTime(200)
    // In the last 190 seconds of time given back, 50 of the first 60 seconds remained.
    await creditOutageToAttempt(awaySitting.attemptId, 190)
    await creditOutageToAttempt(beforeSitting.attemptId, 100)
    await passTime(30)
    for (const [exam, { attemptId }] of [
      [away, awaySitting],
      [before, beforeSitting],
    ] as const)
      await capture(exam, attemptId, { no: 1, fileId: await picture(exam) })
    expect(await doubtsOf(away)).toEqual([])
    expect(await doubtsOf(before)).toEqual(['LATE'])
  })

  it('the MANUAL mode needs no captures and is always reviewed', async () => {
    const exam = await makeExam()
    const sitting = await startTestAttempt(exam, 'MANUAL')
    expect(sitting).toMatchObject({ mode: 'MANUAL', captures: [] })
    expect(await reviewOf(exam)).toBe(true)
    expect(await capture(exam, sitting.attemptId, { no: 1, failure: '无' })).toMatchObject({
      key: 'common.invalid',
    })
    await submitRight(exam, sitting)
    expect(await reviewOf(exam)).toBe(true)
  })

  it('refuses captures with a foreign attempt, number or file, or invalid input', async () => {
    const exam = await makeExam()
    const other = await makeExam()
    const sitting = await startTestAttempt(exam)
    const { attemptId } = sitting
    const fileId = await picture(exam)
    const foreign = await picture(other)
    const avatar = (await uploadStudentFile(exam.sign.student, 'AVATAR')).id
    for (const id of [attemptId, randomUUID()])
      expect(await capture(other, id, { no: 1, fileId: foreign })).toMatchObject({
        key: 'exam.attemptNotFound',
      })
    for (const id of [foreign, avatar, randomUUID()])
      expect(await capture(exam, attemptId, { no: 1, fileId: id })).toMatchObject({
        key: 'common.notFound',
      })
    for (const body of [
      { no: 9, fileId },
      { no: 0, fileId },
      { no: 1 },
      { no: 1, fileId, failure: '两者都有' },
      { no: 1, failure: '长'.repeat(201) },
      { no: 1, fileId: '../../etc/passwd' },
    ])
      expect(await capture(exam, attemptId, body)).toMatchObject({ key: 'common.invalid' })
    expect(await call('POST /exam/v1/exam_capture', { attemptId, no: 1, fileId })).toMatchObject({
      status: 401,
    })
    expect(await reviewOf(exam)).toBe(false)
  })
})
