import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePlan, type TestPlan } from '../../../test/factories/catalogue.ts'
import { insertLessonProgress, itemAt } from '../../../test/factories/course.ts'
import {
  callSubmitExam,
  examInputOf,
  professionalTenthsOf,
  rightAnswersOf,
  startTestAttempt,
} from '../../../test/factories/exam.ts'
import { makeSign, type TestSign } from '../../../test/factories/sign.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { finishStudy } from '../../../test/factories/study.ts'
import {
  makeCourseAuthor,
  makeVideo,
  makeVideoDraftLesson,
  makeVideoLesson,
  publishCourseDraft,
} from '../../../test/factories/teaching.ts'
import { listMessageTitlesTo } from '../../../test/told/messages.ts'
import { call, deps, must, mustStaff, staffCall } from '../../../test/world.ts'
import { deliverAnnouncements } from '../message/service/announce.ts'

const teacher = await makeCourseAuthor()

const courseIdOf = (plan: TestPlan) => itemAt(plan.courses, 0).courseId
const detail = (sign: TestSign) =>
  must('GET /course/v1/learn_course_detail', { id: itemAt(sign.courses, 0).id }, sign.student.token)
const infoOf = (sign: TestSign) => must('GET /exam/v1/info', examInputOf(sign), sign.student.token)
const lengths = async (sign: TestSign) => (await detail(sign)).lessons.map(({ durationSeconds }) => durationSeconds)

async function halfWay(plan: TestPlan): Promise<TestSign> {
  const sign = await makeSign({ plan })
  const course = itemAt(sign.courses, 0)
  await insertLessonProgress(course.id, itemAt(course.lessonIds, 0), 30, true)
  return sign
}

describe('versions of a course', () => {
  it('students who have begun keep their course version, and all others get the new one', async () => {
    const plan = await makePlan({ courses: [{}] })
    const old = await halfWay(plan)
    const waiting = await makeSign({ plan })
    const before = await detail(old)
    const lessons = [await makeVideoDraftLesson(40), await makeVideoDraftLesson(50), await makeVideoDraftLesson(60)]
    const published = await publishCourseDraft(teacher.token, courseIdOf(plan), {
      lessons,
      rules: { passMark: 80 },
    })
    expect(published.no).toBe(2)
    const repeat = await mustStaff('POST /teaching/v1/publish', published.input, teacher.token)
    expect(repeat).toEqual({ no: 2 })
    const after = await detail(old)
    expect(after.lessons.map(({ id, done }) => ({ id, done }))).toEqual(
      before.lessons.map(({ id, done }) => ({ id, done })),
    )
    expect(after.lessons.map(({ done }) => done)).toEqual([true, false])
    expect((await infoOf(old)).rules.passMark).toBe(60)
    expect(await lengths(waiting)).toEqual([40, 50, 60])
    const fresh = await makeSign({ plan })
    expect(await lengths(fresh)).toEqual([40, 50, 60])
    expect((await infoOf(fresh)).rules.passMark).toBe(80)
    const { versions } = await mustStaff('GET /teaching/v1/course', { id: courseIdOf(plan) }, teacher.token)
    expect(versions).toMatchObject([
      { no: 2, students: 2, lessons: 3, durationSeconds: 150 },
      { no: 1, students: 1, lessons: 2, durationSeconds: 60 },
    ])
  })

  it('staff who may see a course can read all its published versions', async () => {
    const plan = await makePlan({ courses: [{}] })
    const courseId = courseIdOf(plan)
    await publishCourseDraft(teacher.token, courseId, {
      lessons: [await makeVideoDraftLesson(40)],
      rules: { passMark: 80 },
    })
    const course = await mustStaff('GET /teaching/v1/course', { id: courseId }, teacher.token)
    const [newest, oldest] = course.versions
    const read = (versionId: string | undefined, token?: string, of = courseId) =>
      staffCall('GET /teaching/v1/version', { courseId: of, versionId }, token)
    const reader = await makeStaff({ permissions: ['teaching.read'] })
    expect(await read(oldest?.id, reader.token)).toMatchObject({
      data: { no: 1, rules: { passMark: 60 }, lessons: [{ kind: 'VIDEO' }, { kind: 'VIDEO' }] },
    })
    expect(await read(newest?.id, reader.token)).toMatchObject({
      data: { no: 2, rules: { passMark: 80 }, lessons: [{ durationSeconds: 40 }] },
    })
    const stranger = await makeStaff({ permissions: ['student.read'] })
    expect(await read(oldest?.id)).toMatchObject({ status: 401 })
    expect(await read(oldest?.id, stranger.token)).toMatchObject({ key: 'staff.forbidden' })
    expect(await read('x', reader.token)).toMatchObject({ key: 'common.invalid' })
    const elsewhere = courseIdOf(await makePlan({ courses: [{}] }))
    for (const [versionId, of] of [
      [oldest?.id, elsewhere],
      [courseId, courseId],
    ] as const)
      expect(await read(versionId, reader.token, of)).toMatchObject({ key: 'teaching.notFound' })
  })

  it('students who have begun a course finish with the old exam paper and the old hours', async () => {
    const plan = await makePlan({ courses: [{ hours: 60 }] })
    const old = await halfWay(plan)
    await publishCourseDraft(teacher.token, courseIdOf(plan), {
      lessons: [await makeVideoDraftLesson(40)],
      rules: { singleCount: 5, multipleCount: 5, judgeCount: 0, pointsEach: 10 },
    })
    const { db } = await deps()
    await db.updateTable('planCourse').set({ hours: 20 }).where('planId', '=', plan.id).execute()
    await finishStudy(old)
    const exam = { sign: old, token: old.student.token, exam: examInputOf(old) }
    const sitting = await startTestAttempt(exam, 'MANUAL')
    expect(sitting.questions).toHaveLength(20)
    const handedIn = await callSubmitExam(exam.token, sitting.attemptId, 1, rightAnswersOf(sitting))
    expect(handedIn).toMatchObject({ data: { passed: true } })
    expect(await professionalTenthsOf(exam)).toBe(60)

    const fresh = await makeSign({ plan })
    await finishStudy(fresh)
    const next = { sign: fresh, token: fresh.student.token, exam: examInputOf(fresh) }
    const paper = await startTestAttempt(next, 'MANUAL')
    expect(paper.questions).toHaveLength(10)
    await callSubmitExam(next.token, paper.attemptId, 1, rightAnswersOf(paper))
    expect(await professionalTenthsOf(next)).toBe(20)
  })

  it('captions of a lesson have a link for the student', async () => {
    const plan = await makePlan({ courses: [{}] })
    const { db } = await deps()
    const captions = await db
      .insertInto('file')
      .values({
        purpose: 'LESSON_CAPTIONS',
        storageKey: `test/${crypto.randomUUID()}`,
        name: 'lesson.vtt',
        mime: 'text/vtt',
        size: 1,
        sha256: Buffer.alloc(32),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const lesson = { ...(await makeVideoDraftLesson(40)), captionsFileId: captions.id }
    await publishCourseDraft(teacher.token, courseIdOf(plan), { lessons: [lesson, await makeVideoDraftLesson(50)] })
    const sign = await makeSign({ plan })
    const own = expect.stringContaining(`/files/${captions.id}?s=`)
    const { lessons } = await detail(sign)
    expect(lessons.map(({ captionsUrl }) => captionsUrl)).toEqual([own, null])
    const { trial } = await must('GET /course/v1/try_see', { id: courseIdOf(plan) }, (await makeStudent()).token)
    expect(trial.captionsUrl).toEqual(own)
    expect(trial.captionsUrl).not.toBe(lessons[0]?.captionsUrl)
  })

  it('a low-bandwidth film belongs to a version, and students who have begun an old one keep it', async () => {
    const plan = await makePlan({ courses: [{}] })
    const lesson = await makeVideoLesson(40)
    const lowVideoFileId = await makeVideo({ seconds: 40.5, bytes: 10 })
    await publishCourseDraft(teacher.token, courseIdOf(plan), { lessons: [{ ...lesson, lowVideoFileId }] })
    const lowOf = async (sign: TestSign) => (await detail(sign)).lessons[0]?.lowVideoUrl
    const begun = await makeSign({ plan })
    await insertLessonProgress(itemAt(begun.courses, 0).id, itemAt((await detail(begun)).lessons, 0).id, 20, false)
    expect(await lowOf(begun)).toContain(`/files/${lowVideoFileId}?`)
    await publishCourseDraft(teacher.token, courseIdOf(plan), { lessons: [lesson] })
    expect(await lowOf(await makeSign({ plan }))).toBeNull()
    expect(await lowOf(begun)).toContain(`/files/${lowVideoFileId}?`)
  })

  it('a heartbeat of a lesson from another version is refused', async () => {
    const plan = await makePlan({ courses: [{}] })
    const sign = await makeSign({ plan })
    const course = itemAt(sign.courses, 0)
    await publishCourseDraft(teacher.token, courseIdOf(plan), { lessons: [await makeVideoDraftLesson(40)] })
    const beat = {
      id: course.id,
      playSessionId: crypto.randomUUID(),
      seq: 0,
      event: 'start',
      position: 0,
      intervals: [],
    } as const
    const send = (lessonId: string) => call('POST /course/v1/learn_process', { ...beat, lessonId }, sign.student.token)
    expect(await send(itemAt(course.lessonIds, 0))).toMatchObject({ key: 'course.lessonNotFound' })
    const [lesson] = (await detail(sign)).lessons
    expect(await send(lesson?.id ?? '')).toMatchObject({ code: 1 })
  })

  it('a withdrawn course is closed to new students and continues for those who chose it', async () => {
    const plan = await makePlan({
      requiredProfessional: 60,
      courses: [{ required: true }, { required: false }],
    })
    const sign = await makeSign({ plan })
    const { courseId } = itemAt(plan.courses, 1)
    const input = { id: courseId, withdrawn: true, reason: '内容已过时' }
    await mustStaff('POST /teaching/v1/withdraw', input, teacher.token)
    await deliverAnnouncements(await deps())
    expect(await listMessageTitlesTo(sign.student)).toContain('课程已停止报名')
    await publishCourseDraft(teacher.token, courseId, { lessons: [await makeVideoDraftLesson(40)] })
    const { list } = await must('POST /course/v1/course_list', { year: plan.year }, sign.student.token)
    expect(list.map(({ id }) => id)).toEqual([courseIdOf(plan)])
    expect(await call('GET /course/v1/try_see', { id: courseId }, sign.student.token)).toMatchObject({
      key: 'course.notFound',
    })
    const { id } = itemAt(sign.courses, 1)
    const { lessons } = await must('GET /course/v1/learn_course_detail', { id }, sign.student.token)
    expect(lessons).toMatchObject([{ durationSeconds: 40 }])
  })

  it('questions needed by papers of older versions cannot be disabled', async () => {
    const plan = await makePlan({ courses: [{ judgeCount: 7 }] })
    await halfWay(plan)
    await publishCourseDraft(teacher.token, courseIdOf(plan), { lessons: [await makeVideoDraftLesson(40)] })
    const staff = await makeStaff({ permissions: ['question.read'] })
    const banks = await mustStaff('GET /question/v1/banks', {}, staff.token)
    expect(banks.find((bank) => bank.courseId === courseIdOf(plan))).toMatchObject({
      plans: [{ year: plan.year, paper: { judge: 7 }, lacks: [] }],
    })
  })
})

describe('course rules in the database', () => {
  it('the database refuses changes of published, begun and paid versions', async () => {
    const { db } = await deps()
    const plan = await makePlan({ courses: [{}] })
    const sign = await halfWay(plan)
    const { id } = itemAt(sign.courses, 0)
    const courseId = courseIdOf(plan)
    await publishCourseDraft(teacher.token, courseId, { lessons: [await makeVideoDraftLesson(40)] })
    const course = await mustStaff('GET /teaching/v1/course', { id: courseId }, teacher.token)
    const current = course.current?.id ?? ''
    for (const [statement, words] of [
      [sql`update lesson set title = 'x' where version_id = ${current}`, 'published version'],
      [sql`delete from lesson where version_id = ${current}`, 'published version'],
      [sql`update course_version set pass_mark = 1 where id = ${current}`, 'published version'],
      [sql`update sign_course set course_version_id = ${current} where id = ${id}`, 'keeps its'],
      [sql`update sign_course set hours = 1 where id = ${id}`, 'fixed'],
      [sql`update course set subject = 'PUBLIC' where id = ${courseId}`, 'fixed'],
      [sql`update plan set price_fen = 1 where id = ${plan.id}`, 'fixed'],
    ] as const)
      await expect(statement.execute(db)).rejects.toThrow(words)
    const draft = sql<{
      id: string
    }>`insert into course_version (course_id, no) values (${courseId}, 9) returning id`
    const [made] = (await draft.execute(db)).rows
    const teach = sql`update course set current_version_id = ${made?.id} where id = ${courseId}`
    await expect(teach.execute(db)).rejects.toThrow('draft')
  })
})
