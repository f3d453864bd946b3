import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { learner, mostIn, player } from '../../../test/factories/player.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must, mustStaff, passTime, staffCall, stopwatch } from '../../../test/world.ts'
import { setRounds } from '../sign/service.ts'
import { forgetOldRefusals } from './service/refusals.ts'
import { writeRefusals } from './store/refusals.ts'

/** A lesson with a bit of everything: credited, watched again, over the clock, and three refusals. */
async function studied() {
  const all = await learner([600])
  const { player, course, student } = all
  const asked = { id: course.id, lessonId: course.lessonIds[0] ?? '' }
  await player.start()
  await passTime(30)
  await player.watch(0, 15)
  await player.watch(10, 30)
  await player.watch(400, 410)
  await player.watch(590, 650)
  await player.send({ seq: 2, event: 'beat', position: 1, intervals: [[0, 1]] })
  await player.send({ event: 'end' })
  await player.watch(30, 40)
  const record = (input: object = {}) =>
    call('GET /course/v1/learn_record', { ...asked, ...input }, student.token)
  return { ...all, asked, record }
}

describe('learn_record', () => {
  it('shows the intervals and every beat: what it brought, what it credited, what was refused and why', async () => {
    const { record, course } = await studied()
    const { code, data } = await record()
    expect(code).toBe(1)
    expect(data).toMatchObject({
      id: course.id,
      round: 1,
      lesson: { durationSeconds: 600 },
      creditedSeconds: 30,
      neededSeconds: 570,
      covered: [[0, 30]],
      done: false,
      sums: { beats: 5, playedSeconds: 45, againSeconds: 5, refused: 3 },
      total: 8,
    })
    const seen = data.list.map(({ seq, credited, again, waitingFor, reason }) => [
      seq,
      credited,
      again,
      waitingFor,
      reason,
    ])
    expect(seen.toReversed()).toEqual([
      [0, 0, 0, null, null],
      [1, 15, 0, null, null],
      [2, 15, 5, null, null],
      [3, 0, 0, 'AHEAD', null],
      [4, 0, 0, null, 'course.positionBeyondLesson'],
      [2, 0, 0, null, 'course.beatConflict'],
      [6, 0, 0, null, null],
      [7, 0, 0, null, 'course.sessionNotOpen'],
    ])
    expect(data.list[0]).toMatchObject({
      reasonText: '播放尚未开始，请重新播放',
      intervals: [[30, 40]],
    })
  })

  it('what each beat credited adds up to the figure, also after a takeover', async () => {
    const { player, course, student } = await learner([600])
    const asked = { id: course.id, lessonId: course.lessonIds[0] ?? '' }
    const clock = await stopwatch()
    await player.start()
    await passTime(20)
    await player.watch(15, 20)
    await player.watch(0, 40)
    const other = await must(
      'POST /course/v1/learn_process',
      { ...asked, playSessionId: randomUUID(), seq: 0, event: 'start', position: 0, intervals: [] },
      student.token,
    )
    // 20 s of time and 5 s of grace
    expect(other.creditedSeconds).toBeGreaterThanOrEqual(25)
    expect(other.creditedSeconds).toBeLessThan(mostIn(await clock()))
    const data = await must('GET /course/v1/learn_record', asked, student.token)
    const sum = data.list.reduce((seconds, beat) => seconds + beat.credited, 0)
    expect(sum).toBeCloseTo(data.creditedSeconds)
    expect(data.list.find((beat) => beat.seq === 2)).toMatchObject({
      waitingFor: 'CLOCK',
      credited: expect.any(Number),
    })
  })

  it('says of a late beat that it credited what its session had told before its turn', async () => {
    const { player: page, course, student } = await learner([600])
    const asked = { id: course.id, lessonId: course.lessonIds[0] ?? '' }
    await page.start()
    await passTime(600)
    // all at once from a page that goes away, and the first of it is still under way
    const rest = [2, 3, 4].map((seq) => {
      const to = seq * 15
      return page.send({ seq, event: 'beat', intervals: [[to - 15, to]], position: to })
    })
    expect((await Promise.all(rest)).map(({ data }) => data.creditedSeconds)).toEqual([0, 0, 0])
    const next = player(student.token, course.id, course.lessonIds[0])
    await next.start()
    const first = { seq: 1, event: 'beat', intervals: [[0, 15]], position: 15 }
    expect(await page.send(first)).toMatchObject({
      data: { creditedSeconds: 60, movedTo: { device: '其他设备' } },
    })
    const data = await must('GET /course/v1/learn_record', asked, student.token)
    expect(data.creditedSeconds).toBe(60)
    expect(data.list.find(({ seq }) => seq === 1)).toMatchObject({ credited: 60, late: 45 })
    expect(await page.send({ intervals: [[0, 60]], position: 60 })).toMatchObject({
      key: 'course.takenOver',
    })
  })

  it('pages, and keeps rounds apart', async () => {
    const { record, course } = await studied()
    const { data } = await record({ page: 2, pageSize: 5 })
    expect([data.list.length, data.total, data.page]).toEqual([3, 8, 2])
    const { db } = await deps()
    await db.transaction().execute((tx) => setRounds(tx, [{ signCourseId: course.id, round: 2 }]))
    expect((await record()).data).toMatchObject({ total: 0, round: 2, creditedSeconds: 0 })
  })

  it('is the student’s own: needs sign-in, and refuses another’s, a foreign lesson and bad input', async () => {
    const { asked, record } = await studied()
    expect(await call('GET /course/v1/learn_record', asked)).toMatchObject({ status: 401 })
    const stranger = await makeStudent()
    expect(await call('GET /course/v1/learn_record', asked, stranger.token)).toMatchObject({
      key: 'course.notFound',
    })
    expect(await record({ lessonId: randomUUID() })).toMatchObject({
      key: 'course.lessonNotFound',
    })
    expect(await record({ lessonId: 'x' })).toMatchObject({ key: 'common.invalid' })
    expect(await record({ page: 0 })).toMatchObject({ key: 'common.invalid' })
  })
})

describe('refused beats', () => {
  it('the same again is one row with a count; what is not one’s own leaves none', async () => {
    const { player, record, course } = await studied()
    const again = { seq: 7, event: 'beat', position: 40, intervals: [[30, 40]] }
    await player.send(again)
    await player.send(again)
    const { data } = await record()
    expect(data.total).toBe(8)
    expect(data.list.find(({ reason }) => reason === 'course.sessionNotOpen')?.times).toBe(3)
    const stranger = await makeStudent()
    const beat = { ...player.body(), seq: 0, event: 'start' }
    await call('POST /course/v1/learn_process', beat, stranger.token)
    const { db } = await deps()
    const theirs = await db
      .selectFrom('studyRefusal')
      .select('signCourseId')
      .where('studentId', '=', stranger.id)
      .execute()
    expect([theirs, course.id]).toEqual([[], expect.any(String)])
  })

  it('are bounded for each student, the newest stay, and are forgotten with time', async () => {
    const { student, asked } = await studied()
    const { pool, db } = await deps()
    const key = {
      studentId: student.id,
      signCourseId: asked.id,
      lessonId: asked.lessonId,
      playSessionId: randomUUID(),
    }
    for (let seq = 100; seq < 110; seq += 1)
      await writeRefusals(
        pool,
        [
          {
            key: { ...key, seq },
            event: 'beat',
            position: 0,
            intervals: [],
            reason: 'course.takenOver',
          },
        ],
        4,
      )
    const left = () =>
      db
        .selectFrom('studyRefusal')
        .select('seq')
        .where('studentId', '=', student.id)
        .orderBy('id')
        .execute()
    expect((await left()).map(({ seq }) => seq).slice(-4)).toEqual([106, 107, 108, 109])
    expect((await left()).length).toBeLessThanOrEqual(5)
    await db
      .updateTable('studyRefusal')
      .set({ lastAt: new Date('2020-01-01') })
      .where('studentId', '=', student.id)
      .execute()
    await forgetOldRefusals(await deps())
    expect(await left()).toEqual([])
  })
})

describe('the staff’s view', () => {
  it('finds a student by phone, sign or sign course, and shows the same record', async () => {
    const { asked, record, student, course, ...sign } = await studied()
    const { token } = await makeStaff({ permissions: ['study.read'] })
    for (const query of [student.phone, course.id]) {
      const { list } = await mustStaff('POST /study/v1/find', { query }, token)
      expect(list).toMatchObject([
        {
          id: student.id,
          phoneMasked: expect.stringMatching(/^1\d{2}\*{4}\d{4}$/),
          courses: [{ id: course.id, creditedSeconds: 30, refused: 3 }],
        },
      ])
      expect(JSON.stringify(list)).not.toContain(student.phone)
    }
    expect(sign.plan).toBeDefined()
    expect((await mustStaff('POST /study/v1/find', { query: randomUUID() }, token)).list).toEqual(
      [],
    )
    expect((await mustStaff('POST /study/v1/find', { query: '-'.repeat(36) }, token)).list).toEqual(
      [],
    )
    expect(await mustStaff('GET /study/v1/course', { id: course.id }, token)).toMatchObject({
      learner: { id: student.id },
      lessons: [{ creditedSeconds: 30, done: false, durationSeconds: 600 }],
    })
    expect(await mustStaff('GET /study/v1/record', asked, token)).toEqual((await record()).data)
  })

  it('leaves a row of who looked at whom: one for each look at a course, however many lessons', async () => {
    const { asked, student, course } = await studied()
    const [one, two] = await Promise.all(
      [1, 2].map(() => makeStaff({ permissions: ['study.read'] })),
    )
    if (!one || !two) throw new Error('no staff')
    await Promise.all([
      mustStaff('GET /study/v1/course', { id: course.id }, one.token),
      mustStaff('GET /study/v1/record', asked, one.token),
      mustStaff('GET /study/v1/record', { ...asked, page: 2 }, one.token),
    ])
    await mustStaff('GET /study/v1/course', { id: course.id }, two.token)
    const { db } = await deps()
    const rows = await db
      .selectFrom('auditLog')
      .select(['actor', 'action', 'detail'])
      .where('subject', '=', student.id)
      .where('action', 'like', 'study.%')
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject(
      [one, two].map(({ username: actor }) => ({
        ...{ actor, action: 'study.looked', detail: { signCourseId: course.id } },
      })),
    )
  })

  it('refuses what is not there', async () => {
    const { asked } = await studied()
    const { token } = await makeStaff({ permissions: ['study.read'] })
    for (const [name, bad, key] of [
      ['POST /study/v1/find', { query: '1380013' }, 'common.invalid'],
      ['GET /study/v1/course', { id: randomUUID() }, 'course.notFound'],
      ['GET /study/v1/course', { id: 'x' }, 'common.invalid'],
      ['GET /study/v1/record', { ...asked, lessonId: randomUUID() }, 'course.lessonNotFound'],
      ['GET /study/v1/record', { ...asked, id: randomUUID() }, 'course.notFound'],
      ['GET /study/v1/record', { ...asked, pageSize: 1000 }, 'common.invalid'],
    ] as const)
      expect(await staffCall(name, bad, token)).toMatchObject({ key })
  })
})
