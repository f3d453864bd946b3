import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { learner, player } from '../../../test/factories/player.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must, passTime } from '../../../test/world.ts'
import { setRound } from '../sign/service.ts'
import { courseStudied, listProgress, studySecondsByDay } from './service.ts'

/** Study in the plan ends now. */
async function endStudy(planId: string): Promise<void> {
  const { db } = await deps()
  await db
    .updateTable('plan')
    .set({ signEndAt: sql`app_now() - interval '1 hour'`, studyEndAt: sql`app_now()` })
    .where('id', '=', planId)
    .execute()
}

describe('learn_process', () => {
  it('credits what was watched, answers from either process, and completes lesson and course', async () => {
    const { player: first, student, course } = await learner([60, 30])
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
    expect(await courseStudied(db, course.id)).toBe(false)
    const second = player(student.token, course.id, course.lessonIds[1])
    await second.start()
    await passTime(30)
    expect(await second.watch(0, 30)).toMatchObject({
      data: { lessonDone: true, courseDone: true },
    })
    expect(await courseStudied(db, course.id)).toBe(true)
    const progress = await listProgress(db, [course.id])
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

  it('needs sign-in', async () => {
    const { player: page } = await learner()
    expect(await call('POST /course/v1/learn_process', page.body())).toMatchObject({ status: 401 })
  })

  it('answers another student’s course as a missing one', async () => {
    const { player: page } = await learner()
    const stranger = await makeStudent()
    const missing = player(stranger.token, randomUUID(), randomUUID())
    const theirs = await call('POST /course/v1/learn_process', page.body(), stranger.token)
    expect(theirs).toMatchObject({ status: 200, key: 'course.notFound' })
    expect(await missing.start()).toEqual(theirs)
  })

  it('refuses a lesson of another course', async () => {
    const mine = await learner()
    const other = await makePlan()
    const page = player(mine.student.token, mine.course.id, other.courses[0]?.lessonIds[0])
    expect(await page.start()).toMatchObject({ key: 'course.lessonNotFound' })
  })

  it('refuses an unpaid sign and a plan whose study time is over', async () => {
    const unpaid = await makeSign({ paid: false })
    const [course] = unpaid.courses
    const page = player(unpaid.student.token, course?.id ?? '', course?.lessonIds[0])
    expect(await page.start()).toMatchObject({ key: 'course.notPaid' })
    const late = await learner()
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
  ])('refuses with %s: %j', async (key, change) => {
    const { player: page, course } = await learner()
    await page.start()
    await passTime(20)
    expect(await page.send(change)).toMatchObject({ status: 200, key })
    const { db } = await deps()
    expect(await listProgress(db, [course.id])).toMatchObject([{ creditedDs: 0 }])
  })

  it('refuses a start with intervals, a beat before the start, and one after the end', async () => {
    const { player: page } = await learner()
    expect(await page.send({ intervals: [[0, 1]] })).toMatchObject({ key: 'course.badIntervals' })
    const beat = { event: 'beat', seq: 1 }
    expect(await page.send(beat)).toMatchObject({ key: 'course.sessionNotOpen' })
    await page.send({ seq: 0, event: 'start' })
    await page.send({ event: 'end' })
    expect(await page.watch(0, 1)).toMatchObject({ key: 'course.sessionNotOpen' })
  })
})

describe('repeats', () => {
  it('gives an identical repeat its first answer, even later and even at once', async () => {
    const { player: page, student } = await learner()
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
    expect(await listProgress(db, [start.id])).toMatchObject([{ creditedDs: 300 }])
  })

  it('refuses the same key with different content', async () => {
    const { player: page, course } = await learner()
    await page.start()
    await passTime(30)
    await page.watch(0, 10)
    for (const change of [
      { position: 11 },
      { intervals: [[0, 11]] },
      { event: 'pause' },
      { lessonId: course.lessonIds[1] },
    ])
      expect(
        await page.send({ seq: 1, event: 'beat', position: 10, intervals: [[0, 10]], ...change }),
      ).toMatchObject({ key: 'course.beatConflict' })
  })

  it('credits a late lower seq once, and beats kept while offline within the time that passed', async () => {
    const { player: page } = await learner()
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

describe('one clock per student', () => {
  it('a new page takes over; the old one is told; both together earn no more than time', async () => {
    const { player: old, student, course } = await learner()
    await old.start()
    await passTime(100)
    const fresh = player(student.token, course.id, course.lessonIds[1])
    await fresh.start()
    // what it had watched before is credited, from the time that was its own, and nothing more
    const { data: late } = await old.watch(0, 120)
    expect(late.creditedSeconds).toBeGreaterThanOrEqual(100)
    expect(late.creditedSeconds).toBeLessThan(102)
    expect(late.movedTo).toMatchObject({ courseTitle: expect.any(String), device: '其他设备' })
    expect(await old.watch(120, 130)).toMatchObject({
      key: 'course.takenOver',
      data: { movedTo: { device: '其他设备', lessonTitle: expect.any(String) } },
    })
    await passTime(10)
    const { data } = await fresh.watch(0, 90)
    expect(data.movedTo).toBe(null)
    expect(data.creditedSeconds).toBeGreaterThanOrEqual(15)
    expect(data.creditedSeconds).toBeLessThan(17)
  })

  it('keeps ten minutes without a network that were really played, also when another device came between', async () => {
    const { player: old, student, course } = await learner([4000])
    await old.start()
    await passTime(600)
    const other = player(student.token, course.id, course.lessonIds[0])
    await other.start()
    let credited = 0
    for (let at = 0; at < 600; at += 15) {
      const beat = await old.watch(at, at + 15)
      expect(beat.code).toBe(1)
      credited = beat.data.creditedSeconds
    }
    expect(credited).toBe(600)
    // the one clock goes on: what the old page told is not counted a second time
    await passTime(15)
    const { data } = await other.watch(590, 615)
    expect(data.creditedSeconds).toBe(615)
    const { db } = await deps()
    const clock = await db
      .selectFrom('studyClock')
      .select(['creditedDs', 'dayDs'])
      .where('studentId', '=', student.id)
      .executeTakeFirstOrThrow()
    expect(Number(clock.creditedDs)).toBe(6150)
  })

  it('gives the grace once, and nothing beyond the furthest point on first viewing', async () => {
    const { player: page } = await learner()
    await page.start()
    await passTime(10)
    const first = (await page.watch(0, 300)).data
    expect(first.creditedSeconds).toBeGreaterThanOrEqual(15)
    expect(first.creditedSeconds).toBeLessThan(17)
    await passTime(100)
    const { data } = await page.watch(400, 420)
    expect(data.furthestSeconds).toBeLessThan(400)
  })

  it('asks for presence, and pauses when nobody answers', async () => {
    const { player: page, course, student } = await learner([4000])
    await page.start()
    const { db } = await deps()
    const setLeft = (left: number) =>
      db
        .updateTable('studyClock')
        .set({ presenceLeftDs: left })
        .where('studentId', '=', student.id)
        .execute()
    await setLeft(300)
    await passTime(20)
    const { presence } = (await page.watch(0, 20)).data
    expect(presence).toMatchObject({ id: expect.any(String) })
    await passTime(40)
    expect(await page.watch(20, 60)).toMatchObject({ data: { creditedSeconds: 35 } })
    const answer = { event: 'presence', presenceId: presence?.id, position: 60 }
    expect(await page.send(answer)).toMatchObject({ data: { creditedSeconds: 60, presence: null } })
    expect(await page.send(answer)).toMatchObject({ key: 'course.presenceExpired' })

    await setLeft(0)
    await passTime(61)
    // the tenths that passed before it fell due still count, then nothing does
    await page.watch(60, 90)
    expect(await page.watch(90, 95)).toMatchObject({ key: 'course.presenceExpired' })
    const again = player(student.token, course.id, course.lessonIds[0])
    expect(await again.start()).toMatchObject({ data: { presence: null } })
    await passTime(30)
    expect(await again.watch(60, 90)).toMatchObject({ data: { creditedSeconds: 90 } })
  })

  it('draws the check 15 to 20 minutes ahead', async () => {
    const { player: page, student } = await learner()
    await page.start()
    const { db } = await deps()
    const clock = await db
      .selectFrom('studyClock')
      .select('presenceLeftDs')
      .where('studentId', '=', student.id)
      .executeTakeFirstOrThrow()
    expect(clock.presenceLeftDs).toBeGreaterThanOrEqual(9000)
    expect(clock.presenceLeftDs).toBeLessThanOrEqual(12_000)
  })
})

describe('a flood', () => {
  it('of beats ends at the day’s ceiling and leaves no row; the next day goes on', async () => {
    const { player: page, student, course } = await learner()
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
    for (const _ of [1, 2])
      expect(await page.watch(2, 3)).toMatchObject({ key: 'course.tooManyBeats' })
    const fresh = player(student.token, course.id, course.lessonIds[0])
    expect(await fresh.start()).toMatchObject({ key: 'course.tooManyBeats' })
    expect(await listProgress(db, [course.id])).toMatchObject([{ creditedDs: 20 }])
    await passTime(86_400)
    expect(await page.watch(2, 3)).toMatchObject({ data: { creditedSeconds: 3 } })
  })
})

describe('many at once', () => {
  it('answers each after its commit; one bad row does not fail the others', async () => {
    const plan = await makePlan({ courses: [{ lessonSeconds: [600] }] })
    const pages = await Promise.all(
      Array.from({ length: 24 }, async () => {
        const { student, courses } = await makeSign({ plan })
        return player(student.token, courses[0]?.id ?? '', courses[0]?.lessonIds[0])
      }),
    )
    await Promise.all(pages.map((page) => page.start()))
    await passTime(20)
    const answers = await Promise.all(
      pages.map((page, index) =>
        index === 7 ? page.send({ id: randomUUID() }) : page.watch(0, 15 + index / 10),
      ),
    )
    answers.forEach((answer, index) => {
      if (index === 7) expect(answer).toMatchObject({ key: 'course.notFound' })
      else expect(answer.data.creditedSeconds).toBe(15 + index / 10)
    })
  })

  it('keeps one student right when both processes judge at the same time', async () => {
    const { player: page, course } = await learner()
    await page.start()
    await passTime(300)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => page.watch(index * 4, index * 4 + 4)),
    )
    expect(answers.filter((answer) => answer.code !== 1)).toEqual([])
    const { db } = await deps()
    expect(await listProgress(db, [course.id])).toMatchObject([
      { coveredDs: [[0, 1200]], creditedDs: 1200 },
    ])
  })
})

describe('a re-study round', () => {
  it('starts from nothing and needs a new start', async () => {
    const { player: page, course, student } = await learner([30])
    await page.start()
    await passTime(30)
    await page.watch(0, 30)
    const { db } = await deps()
    expect(await courseStudied(db, course.id)).toBe(true)
    await db.transaction().execute((tx) => setRound(tx, course.id, 2))
    expect(await courseStudied(db, course.id)).toBe(false)
    expect(await listProgress(db, [course.id])).toEqual([])
    expect(await page.watch(0, 5)).toMatchObject({ key: 'course.sessionNotOpen' })
    const again = player(student.token, course.id, course.lessonIds[0])
    await again.start()
    await passTime(30)
    expect(await again.watch(0, 30)).toMatchObject({
      data: { creditedSeconds: 30, courseDone: true },
    })
  })
})
