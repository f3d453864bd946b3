import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { completeLessons, insertLessonProgress, itemAt, takeExam } from '../../../test/factories/course.ts'
import { makeSign, type TestSign } from '../../../test/factories/sign.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must, sendRawRequest } from '../../../test/world.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { setSignRefunded } from '../learning/sign/service.ts'

const good = { content: 5, teacher: 4, usefulness: 5, text: '讲得清楚' }

describe('my_course', () => {
  it('my_course shows sign-ups, newest year first, with the progress of each course', async () => {
    const sign = await makeSign()
    const { student, plan } = sign
    const newer = await makeSign({ student })
    const first = await completeLessons(sign)
    const half = itemAt(sign.courses, 1)
    await insertLessonProgress(half.id, itemAt(half.lessonIds, 0), 10, false)
    await must('POST /course/v1/evaluate', { id: first, ...good }, student.token)
    await takeExam(sign, 0, 17)
    const { list } = await must('GET /course/v1/my_course', {}, student.token)
    expect(list.map((row) => row.signId)).toEqual([newer.signId, sign.signId])
    expect(list[1]).toMatchObject({
      year: plan.year,
      state: 'STUDYING',
      required: { professional: 12, public: 0 },
      earned: { professional: 6, public: 0 },
    })
    const standing = { evaluated: false, examState: 'LOCKED', bestScore: null }
    expect(list[1]?.courses).toMatchObject([
      {
        id: first,
        progress: 100,
        state: 'DONE',
        evaluated: true,
        examState: 'PASSED',
        bestScore: 85,
      },
      { id: half.id, progress: 16, state: 'DOING', ...standing },
      {
        courseId: itemAt(sign.courses, 2).courseId,
        progress: 0,
        state: 'TODO',
        required: false,
        ...standing,
      },
    ])
  })

  it('my_course is empty for a new student and never shows another student', async () => {
    await makeSign()
    const { token } = await makeStudent()
    expect(await must('GET /course/v1/my_course', {}, token)).toEqual({ list: [] })
  })
})

describe('learn_course_detail', () => {
  it('learn_course_detail returns credited time and video addresses bound to the student', async () => {
    const { student, plan, signId, courses } = await makeSign()
    const { id, courseId, lessonIds } = itemAt(courses, 0)
    await insertLessonProgress(id, itemAt(lessonIds, 0), 12.5, false)
    const detail = await must('GET /course/v1/learn_course_detail', { id }, student.token)
    expect(detail).toMatchObject({
      id,
      signId,
      year: plan.year,
      course: { id: courseId, hours: 6, teacher: { employer: '示例大学' } },
      studyOpen: true,
      evaluated: false,
      examState: 'LOCKED',
    })
    expect(detail.lessons).toMatchObject([
      {
        id: lessonIds[0],
        title: '第 1 讲',
        durationSeconds: 30,
        furthestSeconds: 12.5,
        creditedSeconds: 12.5,
        covered: [[0, 12.5]],
        resumeAt: 12.5,
        done: false,
      },
      { id: lessonIds[1], furthestSeconds: 0, creditedSeconds: 0, covered: [], resumeAt: 0 },
    ])
    for (const lesson of detail.lessons) {
      expect(lesson.videoUrl).toContain(student.id)
      expect(lesson.lowVideoUrl).toBe(null)
    }
    const left = Date.parse(detail.videoUrlsUntil) - Date.now()
    expect(left / 60_000).toBeGreaterThan(8.5)
    expect(left / 60_000).toBeLessThanOrEqual(10)
  })

  it('after three failed exam attempts a new study round starts with no lesson done', async () => {
    const sign = await makeSign()
    const id = await completeLessons(sign)
    const { token } = sign.student
    await must('POST /course/v1/evaluate', { id, ...good }, token)
    const see = () => must('GET /course/v1/learn_course_detail', { id }, token)
    expect(await see()).toMatchObject({ round: 1, lessons: [{ done: true }, { done: true }] })
    for (const _ of [1, 2, 3]) await takeExam(sign, 0, 0)
    expect(await see()).toMatchObject({
      round: 2,
      examState: 'EXHAUSTED',
      lessons: [
        { done: false, covered: [] },
        { done: false, covered: [] },
      ],
    })
  })

  it('learn_course_detail gives a separate address for the low-bandwidth film', async () => {
    const { student, courses } = await makeSign({
      plan: await makePlan({ courses: [{ low: true }] }),
    })
    const { id } = itemAt(courses, 0)
    const detail = await must('GET /course/v1/learn_course_detail', { id }, student.token)
    const low = itemAt(detail.lessons, 0).lowVideoUrl ?? ''
    // Test films have no content, so check only the permission.
    expect((await sendRawRequest(low)).status).not.toBe(403)
    expect((await sendRawRequest(low.replace(student.id, randomUUID()))).status).toBe(403)
  })

  it('learn_course_detail is refused before payment and after a refund', async () => {
    const { db } = await deps()
    const see = ({ student, courses }: TestSign) =>
      call('GET /course/v1/learn_course_detail', { id: itemAt(courses, 0).id }, student.token)
    expect(await see(await makeSign({ paid: false }))).toMatchObject({ key: 'course.notPaid' })
    const refunded = await makeSign()
    await inTransaction(db, (tx) => setSignRefunded(tx, refunded.signId))
    expect(await see(refunded)).toMatchObject({ key: 'course.notPaid' })
  })

  it('learn_course_detail does not find the course of another student and refuses invalid ids', async () => {
    const { courses } = await makeSign()
    const { token } = await makeStudent()
    const see = (input: object) => call('GET /course/v1/learn_course_detail', input, token)
    const foreign = await see({ id: itemAt(courses, 0).id })
    expect(foreign).toMatchObject({ status: 200, key: 'course.notFound' })
    expect(await see({ id: randomUUID() })).toEqual(foreign)
    for (const input of [{}, { id: '1; select 1' }])
      expect(await see(input)).toMatchObject({ status: 200, key: 'common.invalid' })
  })

  it('films can still be watched after study time has ended', async () => {
    const { db } = await deps()
    const { student, plan, courses } = await makeSign()
    await db
      .updateTable('plan')
      .set({
        signEndAt: sql`app_now() - interval '2 s'`,
        studyEndAt: sql`app_now() - interval '1 s'`,
      })
      .where('id', '=', plan.id)
      .execute()
    const id = itemAt(courses, 0).id
    expect(await must('GET /course/v1/learn_course_detail', { id }, student.token)).toMatchObject({
      studyOpen: false,
      examState: 'LOCKED',
    })
  })
})

describe('the student evaluates the course', () => {
  it('an evaluation is accepted after all lessons are done and opens the exam', async () => {
    const sign = await makeSign()
    const { id, lessonIds } = itemAt(sign.courses, 0)
    const { token } = sign.student
    const send = (body: object) => call('POST /course/v1/evaluate', { id, ...body }, token)
    expect(await send(good)).toMatchObject({ key: 'course.notStudied' })
    await insertLessonProgress(id, itemAt(lessonIds, 0), 30, true)
    expect(await send(good)).toMatchObject({ key: 'course.notStudied' })
    await insertLessonProgress(id, itemAt(lessonIds, 1), 29, true)
    expect(await send(good)).toMatchObject({ code: 1, data: null })
    const detail = await must('GET /course/v1/learn_course_detail', { id }, token)
    expect(detail).toMatchObject({ evaluated: true, examState: 'READY' })
  })

  it('a repeated course evaluation gets the same response, and a different one is refused', async () => {
    const { db } = await deps()
    const sign = await makeSign()
    const id = await completeLessons(sign)
    const send = (body: object) => call('POST /course/v1/evaluate', { id, ...body }, sign.student.token)
    const answers = await Promise.all([send(good), send(good), send(good)])
    expect(answers.map((answer) => answer.code)).toEqual([1, 1, 1])
    expect(await send({ ...good, text: ` ${good.text} ` })).toMatchObject({ code: 1 })
    const other = { key: 'course.alreadyEvaluated' }
    expect(await send({ ...good, content: 1 })).toMatchObject(other)
    expect(await send({ ...good, text: undefined })).toMatchObject(other)
    const audited = await db.selectFrom('auditLog').select('actor').where('subject', '=', id).execute()
    expect(audited).toEqual([{ actor: `student:${sign.student.id}` }])
    const kept = await db.selectFrom('evaluation').select(['content', 'text']).where('signCourseId', '=', id).execute()
    expect(kept).toEqual([{ content: 5, text: good.text }])
  })

  it('of two different concurrent evaluations of a course only one is saved', async () => {
    const sign = await makeSign()
    const id = await completeLessons(sign)
    const answers = await Promise.all(
      [1, 5].map((content) => call('POST /course/v1/evaluate', { id, ...good, content }, sign.student.token)),
    )
    expect(answers.map((answer) => answer.key ?? 'taken').sort()).toEqual(['course.alreadyEvaluated', 'taken'])
  })

  it('an evaluation of an unpaid course or a course of another student is refused', async () => {
    const sign = await makeSign()
    const id = await completeLessons(sign)
    const { token } = await makeStudent()
    const foreign = await call('POST /course/v1/evaluate', { id, ...good }, token)
    expect(foreign).toMatchObject({ key: 'course.notFound' })
    const missing = { id: randomUUID(), ...good }
    expect(await call('POST /course/v1/evaluate', missing, token)).toEqual(foreign)
    const unpaid = await makeSign({ paid: false })
    const body = { id: await completeLessons(unpaid), ...good }
    expect(await call('POST /course/v1/evaluate', body, unpaid.student.token)).toMatchObject({
      key: 'course.notPaid',
    })
  })

  it.each([
    ['id', { id: 'x' }],
    ['content', { content: 0 }],
    ['content', { content: 6 }],
    ['teacher', { teacher: 4.5 }],
    ['usefulness', { usefulness: '5' }],
    ['text', { text: 'x'.repeat(201) }],
    ['text', { text: 'a\u0000b' }],
  ])('an evaluation refuses a bad %s', async (field, change) => {
    const { token } = await makeStudent()
    const body = { id: randomUUID(), ...good, ...change }
    const answer = await call('POST /course/v1/evaluate', body, token)
    expect(answer).toMatchObject({ status: 200, key: 'common.invalid' })
    expect(answer.data).toHaveProperty(`fields.${field}`)
  })

  it('an evaluation keeps HTML and emoji as plain text', async () => {
    const { db } = await deps()
    const sign = await makeSign()
    const id = await completeLessons(sign)
    const text = '<img src=x onerror=alert(1)>𬭊'
    await must('POST /course/v1/evaluate', { id, ...good, text }, sign.student.token)
    const row = await db.selectFrom('evaluation').select('text').where('signCourseId', '=', id).executeTakeFirst()
    expect(row?.text).toBe(text)
  })
})
