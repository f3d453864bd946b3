import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { creditTestHours, itemAt, makeUnpaidOrder } from '../../../test/factories/course.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStudent, type TestStudent } from '../../../test/factories/student.ts'
import { call, deps, must } from '../../../test/world.ts'
import { appNow, inTransaction } from '../../platform/db/database.ts'
import { setSignRefunded } from '../learning/sign/service.ts'

const day = 86_400_000

async function yearOf(student: TestStudent, year: number) {
  const { list } = await must('GET /course/v1/year_list', {}, student.token)
  return list.find((row) => row.year === year)
}

describe('course calls', () => {
  it.each([
    'GET /course/v1/year_list',
    'GET /course/v1/year_plan',
    'POST /course/v1/course_list',
    'GET /course/v1/try_see',
    'GET /course/v1/my_course',
    'GET /course/v1/learn_course_detail',
    'POST /course/v1/evaluate',
    'GET /course/v1/my_anlysis',
  ] as const)('%s needs sign-in', async (key) => {
    const refusal = { status: 401, key: 'common.unauthorized' }
    expect(await call(key, {})).toMatchObject(refusal)
    expect(await call(key, {}, 'Bearer nonsense')).toMatchObject(refusal)
  })
})

describe('year_list', () => {
  it('year_list shows plans, newest first, with the state of the sign-up of the student', async () => {
    const { student, plan, signId } = await makeSign()
    const { list } = await must('GET /course/v1/year_list', {}, student.token)
    expect(list.map((row) => row.year)).toEqual(list.map((row) => row.year).sort((a, b) => b - a))
    expect(list.find((row) => row.planId === plan.id)).toMatchObject({
      year: plan.year,
      state: 'OPEN',
      price: 12_000,
      requiredHours: { professional: 12, public: 0 },
      signId,
      signState: 'STUDYING',
    })
    const stranger = await yearOf(await makeStudent(), plan.year)
    expect(stranger).not.toHaveProperty('signId')
    expect(stranger).not.toHaveProperty('signState')
  })

  it('year_list derives every state of a sign-up', async () => {
    const { db } = await deps()
    const sign = await makeSign({ paid: false })
    const state = async (of = sign) => (await yearOf(of.student, of.plan.year))?.signState
    expect(await state()).toBe('CANCELLED')
    await makeUnpaidOrder(sign)
    expect(await state()).toBe('UNPAID')
    const paid = await makeSign()
    await creditTestHours(paid.student, paid.plan.year, { hours: 120 })
    expect(await state(paid)).toBe('COMPLETED')
    const refunded = await makeSign()
    await inTransaction(db, (tx) => setSignRefunded(tx, refunded.signId))
    expect(await state(refunded)).toBe('REFUNDED')
    const now = (await appNow(db)).getTime()
    const over = {
      signStartAt: new Date(now - 3 * day),
      signEndAt: new Date(now - 2 * day),
      studyEndAt: new Date(now - day),
    }
    expect(await state(await makeSign({ plan: await makePlan(over) }))).toBe('EXPIRED')
  })
})

describe('course_list', () => {
  it('course_list pages through a year in plan order and marks chosen courses', async () => {
    const { student, plan } = await makeSign()
    const list = (body: object) => must('POST /course/v1/course_list', { year: plan.year, ...body }, student.token)
    const all = await list({})
    expect(all).toMatchObject({ total: 3, page: 1, pageSize: 20 })
    expect(all.list.map((row) => row.id)).toEqual(plan.courses.map((row) => row.courseId))
    expect(all.list.map((row) => row.required)).toEqual([true, true, false])
    expect(all.list[0]).toMatchObject({
      teacher: { name: '张教授', titleCode: 1 },
      hours: 6,
      durationSeconds: 60,
      subject: 'PROFESSIONAL',
      coverUrl: null,
      canTrySee: true,
      chosen: true,
    })
    const second = await list({ page: 2, pageSize: 2 })
    expect(second).toMatchObject({ total: 3, page: 2, pageSize: 2 })
    expect(second.list.map((row) => row.id)).toEqual([itemAt(plan.courses, 2).courseId])
    expect((await list({ page: 9 })).list).toEqual([])
    const { token } = await makeStudent()
    const other = await must('POST /course/v1/course_list', { year: plan.year }, token)
    expect(other.list.map((row) => row.chosen)).toEqual([false, false, false])
  })

  it('course_list filters by subject and keyword', async () => {
    const { db } = await deps()
    const plan = await makePlan()
    const rename = (index: number, change: { title?: string; subject?: 'PUBLIC' }) =>
      db.updateTable('course').set(change).where('id', '=', itemAt(plan.courses, index).courseId).execute()
    await rename(0, { title: '100% Omeprazole_用药', subject: 'PUBLIC' })
    const { token } = await makeStudent()
    const found = async (body: object) => {
      const answer = await must('POST /course/v1/course_list', { year: plan.year, ...body }, token)
      return answer.total
    }
    expect(await found({ subject: 'PUBLIC' })).toBe(1)
    expect(await found({ subject: 'PROFESSIONAL' })).toBe(2)
    expect(await found({ keyword: 'omeprazole' })).toBe(1)
    expect(await found({ keyword: '%' })).toBe(1)
    expect(await found({ keyword: '_' })).toBe(1)
    expect(await found({ keyword: '张教授' })).toBe(3)
    expect(await found({ keyword: '' })).toBe(3)
    expect(await found({ keyword: "'; drop table course;--" })).toBe(0)
    expect(await found({ keyword: '<script>alert(1)</script>' })).toBe(0)
    expect(await found({ keyword: '张教授', subject: 'PUBLIC' })).toBe(1)
    expect(await found({ year: 2000 })).toBe(0)
  })

  it.each([
    ['year', { year: 'abc' }],
    ['year', {}],
    ['year', { year: 2026.5 }],
    ['year', { year: 1e12 }],
    ['subject', { year: 2026, subject: ['PUBLIC'] }],
    ['subject', { year: 2026, subject: 'OTHER' }],
    ['keyword', { year: 2026, keyword: 'x'.repeat(51) }],
    ['keyword', { year: 2026, keyword: { $like: '%' } }],
    ['page', { year: 2026, page: 0 }],
    ['pageSize', { year: 2026, pageSize: 101 }],
  ])('the course list refuses a bad %s', async (field, body) => {
    const { token } = await makeStudent()
    const answer = await call('POST /course/v1/course_list', body, token)
    expect(answer).toMatchObject({ status: 200, key: 'common.invalid' })
    expect(answer.data).toHaveProperty(`fields.${field}`)
  })
})

describe('try_see', () => {
  it('try_see shows the course and a preview of its first lesson', async () => {
    const { courses } = await makePlan({ courses: [{ lessonSeconds: [30, 40] }] })
    const { token, id: studentId } = await makeStudent()
    const { courseId } = itemAt(courses, 0)
    const answer = await must('GET /course/v1/try_see', { id: courseId }, token)
    expect(answer).toMatchObject({
      id: courseId,
      intro: '用于测试',
      teacher: { name: '张教授', titleCode: 1, employer: '示例大学', intro: '' },
      lessons: [
        { title: '第 1 讲', kind: 'VIDEO', durationSeconds: 30 },
        { title: '第 2 讲', kind: 'VIDEO', durationSeconds: 40 },
      ],
      trial: { seconds: 15, captionsUrl: null },
    })
    expect(answer.trial.videoUrl).toContain(studentId)
    const { trial, ...again } = await must('GET /course/v1/try_see', { id: courseId }, token)
    expect({ ...again, trial: { ...trial, videoUrl: answer.trial.videoUrl } }).toEqual(answer)
  })

  it('the preview of try_see is no longer than the lesson and refused for a course without a trial', async () => {
    const { db } = await deps()
    const { courses, year } = await makePlan({ courses: [{ lessonSeconds: [12] }] })
    const { token } = await makeStudent()
    const { courseId } = itemAt(courses, 0)
    const see = (id: unknown) => call('GET /course/v1/try_see', { id }, token)
    expect(await see(courseId)).toMatchObject({ data: { trial: { seconds: 12 } } })
    await db.updateTable('course').set({ trialSeconds: 0 }).where('id', '=', courseId).execute()
    expect(await see(courseId)).toMatchObject({ status: 200, key: 'course.noTrial' })
    const { list } = await must('POST /course/v1/course_list', { year }, token)
    expect(list.map((row) => row.canTrySee)).toEqual([false])
  })

  it('try_see refuses invalid ids, unknown courses and courses in no plan', async () => {
    const { db } = await deps()
    const { courses } = await makePlan({ courses: [{}] })
    const { courseId, planCourseId } = itemAt(courses, 0)
    await db.deleteFrom('planCourse').where('id', '=', planCourseId).execute()
    const { token } = await makeStudent()
    const see = (input: object) => call('GET /course/v1/try_see', input, token)
    const hidden = await see({ id: courseId })
    expect(hidden).toMatchObject({ key: 'course.notFound' })
    expect(await see({ id: randomUUID() })).toEqual(hidden)
    for (const input of [{}, { id: 'x' }, { id: "1' or '1'='1" }])
      expect(await see(input)).toMatchObject({ status: 200, key: 'common.invalid' })
  })
})
