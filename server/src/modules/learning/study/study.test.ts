import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { makeLearner, makeTestPlayer } from '../../../../test/factories/player.ts'
import { makeSign } from '../../../../test/factories/sign.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { call, deps, must, passTime } from '../../../../test/world.ts'
import { setStudyRounds } from '../sign/service.ts'
import { isSignCourseStudied, listLessonProgress, studySecondsByDay } from './service.ts'

async function endStudy(planId: string): Promise<void> {
  const { db } = await deps()
  await db
    .updateTable('plan')
    .set({ signEndAt: sql`app_now() - interval '1 hour'`, studyEndAt: sql`app_now()` })
    .where('id', '=', planId)
    .execute()
}

describe('learn_process', () => {
  it('watched time is credited by either server process and completes lesson and course', async () => {
    const { player: first, student, course } = await makeLearner([60, 30])
    const started = await first.start()
    expect(started).toMatchObject({
      code: 1,
      data: { creditedSeconds: 0, furthestSeconds: 0, lessonDone: false, presence: null },
    })
    await passTime(60)
    expect(await first.watch(0, 30)).toMatchObject({ data: { creditedSeconds: 30 } })
    const last = await first.watch(30, 57, { event: 'end' })
    expect(last).toMatchObject({
      data: { creditedSeconds: 57, furthestSeconds: 57, lessonDone: true, courseDone: false },
    })
    const { db } = await deps()
    expect(await isSignCourseStudied(db, course.id)).toBe(false)
    const second = makeTestPlayer(student.token, course.id, course.lessonIds[1])
    await second.start()
    await passTime(30)
    expect(await second.watch(0, 30)).toMatchObject({
      data: { lessonDone: true, courseDone: true },
    })
    expect(await isSignCourseStudied(db, course.id)).toBe(true)
    const progress = await listLessonProgress(db, [course.id])
    expect(progress.find((row) => row.lessonId === course.lessonIds[0])).toMatchObject({
      coveredDs: [[0, 570]],
      creditedDs: 570,
      furthestDs: 570,
      done: true,
    })
    const days = await studySecondsByDay(db, student.id, 30)
    expect(days).toHaveLength(30)
    expect(days.reduce((sum, day) => sum + day.seconds, 0)).toBe(87)
  })

  it('a heartbeat needs sign-in', async () => {
    const { player: page } = await makeLearner()
    expect(await call('POST /course/v1/learn_process', page.body())).toMatchObject({ status: 401 })
  })

  it('a heartbeat for the course of another student is not found', async () => {
    const { player: page } = await makeLearner()
    const stranger = await makeStudent()
    const missing = makeTestPlayer(stranger.token, randomUUID(), randomUUID())
    const theirs = await call('POST /course/v1/learn_process', page.body(), stranger.token)
    expect(theirs).toMatchObject({ status: 200, key: 'course.notFound' })
    expect(await missing.start()).toEqual(theirs)
  })

  it('a heartbeat for a lesson of another course is refused', async () => {
    const mine = await makeLearner()
    const other = await makePlan()
    const page = makeTestPlayer(mine.student.token, mine.course.id, other.courses[0]?.lessonIds[0])
    expect(await page.start()).toMatchObject({ key: 'course.lessonNotFound' })
  })

  it('heartbeats are refused for an unpaid sign and after the study time of the plan', async () => {
    const unpaid = await makeSign({ paid: false })
    const [course] = unpaid.courses
    const page = makeTestPlayer(unpaid.student.token, course?.id ?? '', course?.lessonIds[0])
    expect(await page.start()).toMatchObject({ key: 'course.notPaid' })
    const late = await makeLearner()
    await endStudy(late.plan.id)
    expect(await late.player.start()).toMatchObject({ key: 'course.studyClosed' })
  })

  it.each([
    ['course.badIntervals', { intervals: [[9, 3]] }],
    ['course.positionBeyondLesson', { position: 602 }],
    ['course.positionBeyondLesson', { intervals: [[590, 601.2]] }],
    ['common.invalid', { intervals: [[-1, 3]] }],
    ['common.invalid', { intervals: [[0, Number.NaN]] }],
    ['common.invalid', { intervals: [['0', '3']] }],
    ['common.invalid', { intervals: Array.from({ length: 201 }, () => [0, 1]) }],
    ['common.invalid', { intervals: "{[0,1)}'; drop table study_beat; --" }],
    ['common.invalid', { position: '<b>1</b>' }],
    ['common.invalid', { seq: -1 }],
    ['common.invalid', { seq: 1.5 }],
    ['common.invalid', { seq: 2 ** 40 }],
    ['common.invalid', { event: 'stop' }],
    ['common.invalid', { event: 'start' }],
    ['common.invalid', { event: 'presence' }],
    ['common.invalid', { playSessionId: 'mine' }],
    ['common.invalid', { id: null }],
    ['common.invalid', { lessonId: { $ne: '' } }],
  ])('an invalid heartbeat is refused with %s: %j', async (key, change) => {
    const { player: page, course } = await makeLearner()
    await page.start()
    await passTime(20)
    expect(await page.send(change)).toMatchObject({ status: 200, key })
    const { db } = await deps()
    expect(await listLessonProgress(db, [course.id])).toMatchObject([{ creditedDs: 0 }])
  })

  it('refuses a start with intervals, and heartbeats before the start or after the end of a session', async () => {
    const { player: page } = await makeLearner()
    expect(await page.send({ intervals: [[0, 1]] })).toMatchObject({ key: 'course.badIntervals' })
    const beat = { event: 'beat', seq: 1 }
    expect(await page.send(beat)).toMatchObject({ key: 'course.sessionNotOpen' })
    await page.send({ seq: 0, event: 'start' })
    await page.send({ event: 'end' })
    expect(await page.watch(0, 1)).toMatchObject({ key: 'course.sessionNotOpen' })
  })
})

describe('repeated heartbeats', () => {
  it('an identical heartbeat gets the first response, whether it comes later or at the same time', async () => {
    const { player: page, student } = await makeLearner()
    const start = page.body()
    const opened = await must('POST /course/v1/learn_process', start, student.token)
    await passTime(30)
    const beat = { ...start, seq: 1, event: 'beat', position: 15, intervals: [[0, 15]] }
    const twins = await Promise.all(
      Array.from({ length: 6 }, () => must('POST /course/v1/learn_process', beat, student.token)),
    )
    for (const twin of twins) expect(twin).toEqual(twins[0])
    const later = { ...beat, seq: 2, position: 30, intervals: [[15, 30]] }
    await must('POST /course/v1/learn_process', later, student.token)
    await passTime(30)
    expect(await must('POST /course/v1/learn_process', beat, student.token)).toEqual(twins[0])
    expect(await must('POST /course/v1/learn_process', start, student.token)).toEqual(opened)
    const { db } = await deps()
    expect(await listLessonProgress(db, [start.id])).toMatchObject([{ creditedDs: 300 }])
  })

  it('a heartbeat with the same key and other content is refused', async () => {
    const { player: page, course } = await makeLearner()
    await page.start()
    await passTime(30)
    await page.watch(0, 10)
    for (const change of [
      { position: 11 },
      { intervals: [[0, 11]] },
      { event: 'pause' },
      { lessonId: course.lessonIds[1] },
    ])
      expect(await page.send({ seq: 1, event: 'beat', position: 10, intervals: [[0, 10]], ...change })).toMatchObject({
        key: 'course.beatConflict',
      })
  })

  it('a play session accepts heartbeats only for its own lesson', async () => {
    const { player: page, course } = await makeLearner()
    await page.start()
    await passTime(60)
    const other = { lessonId: course.lessonIds[1] }
    for (const seconds of [10, 20]) {
      expect(await page.watch(0, seconds, other)).toMatchObject({ key: 'course.sessionNotOpen' })
      expect(await page.watch(seconds - 10, seconds)).toMatchObject({
        data: { creditedSeconds: seconds },
      })
    }
    const { db } = await deps()
    expect(await listLessonProgress(db, [course.id])).toMatchObject([{ creditedDs: 200 }])
  })

  it('a late heartbeat with a lower seq is credited once, and offline heartbeats within the elapsed time', async () => {
    const { player: page } = await makeLearner()
    await page.start()
    await passTime(60)
    expect(await page.send({ seq: 2, position: 30, intervals: [[15, 30]] })).toMatchObject({
      data: { creditedSeconds: 0 },
    })
    const late = { seq: 1, event: 'beat', position: 15, intervals: [[0, 15]] }
    expect(await page.send(late)).toMatchObject({ data: { creditedSeconds: 30 } })
    expect(await page.send(late)).toMatchObject({ data: { creditedSeconds: 30 } })
    expect(await page.watch(30, 45)).toMatchObject({ data: { creditedSeconds: 45 } })
    expect(await page.watch(45, 60)).toMatchObject({ data: { creditedSeconds: 60 } })
  })
})

describe('flood of heartbeats', () => {
  it('heartbeats above the daily limit are refused without a row, and the next day continues', async () => {
    const { player: page, student, course } = await makeLearner()
    await page.start()
    await passTime(60)
    await page.watch(0, 1)
    const { db } = await deps()
    const beatsOf = (beats: number) =>
      db
        .updateTable('studyClock')
        .set({ dayBeats: beats, version: sql`version + 1` })
        .where('studentId', '=', student.id)
        .execute()
    await beatsOf(19_999)
    expect(await page.watch(1, 2)).toMatchObject({ data: { creditedSeconds: 2 } })
    for (const _ of [1, 2]) expect(await page.watch(2, 3)).toMatchObject({ key: 'course.tooManyBeats' })
    const fresh = makeTestPlayer(student.token, course.id, course.lessonIds[0])
    expect(await fresh.start()).toMatchObject({ key: 'course.tooManyBeats' })
    expect(await listLessonProgress(db, [course.id])).toMatchObject([{ creditedDs: 20 }])
    await passTime(86_400)
    expect(await page.watch(2, 3)).toMatchObject({ data: { creditedSeconds: 3 } })
  })
})

describe('re-study round', () => {
  it('a re-study round starts with zero coverage and needs a new start', async () => {
    const { player: page, course, student } = await makeLearner([30])
    await page.start()
    await passTime(30)
    await page.watch(0, 30)
    const { db } = await deps()
    expect(await isSignCourseStudied(db, course.id)).toBe(true)
    await db.transaction().execute((tx) => setStudyRounds(tx, [{ signCourseId: course.id, round: 2 }]))
    expect(await isSignCourseStudied(db, course.id)).toBe(false)
    expect(await listLessonProgress(db, [course.id])).toEqual([])
    expect(await page.watch(0, 5)).toMatchObject({ key: 'course.sessionNotOpen' })
    const again = makeTestPlayer(student.token, course.id, course.lessonIds[0])
    await again.start()
    await passTime(30)
    expect(await again.watch(0, 30)).toMatchObject({
      data: { creditedSeconds: 30, courseDone: true },
    })
  })
})
