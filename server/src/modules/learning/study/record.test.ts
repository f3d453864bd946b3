import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeLearner, makeTestPlayer, maxCreditFor } from '../../../../test/factories/player.ts'
import { makeStaff } from '../../../../test/factories/staff.ts'
import { makeStudent } from '../../../../test/factories/student.ts'
import { call, deps, must, mustStaff, passTime, staffCall, startStopwatch } from '../../../../test/world.ts'
import { setStudyRounds } from '../sign/service.ts'
import { forgetOldRefusedHeartbeats } from './service/refusals.ts'
import { listStudyDisagreements } from './store/consistency.ts'
import { insertRefusedHeartbeats } from './store/refusals.ts'

async function studied() {
  const all = await makeLearner([600])
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
  const record = (input: object = {}) => call('GET /course/v1/learn_record', { ...asked, ...input }, student.token)
  return { ...all, asked, record }
}

describe('learn_record', () => {
  it('learn_record shows each heartbeat with its ranges, credit and refusal reason', async () => {
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

  it('the credits of all heartbeats in learn_record add up to the total, also after a takeover', async () => {
    const { player, course, student } = await makeLearner([600])
    const asked = { id: course.id, lessonId: course.lessonIds[0] ?? '' }
    const clock = await startStopwatch()
    await player.start()
    await passTime(20)
    await player.watch(15, 20)
    await player.watch(0, 40)
    const other = await must(
      'POST /course/v1/learn_process',
      { ...asked, playSessionId: randomUUID(), seq: 0, event: 'start', position: 0, intervals: [] },
      student.token,
    )
    expect(other.creditedSeconds).toBeGreaterThanOrEqual(25)
    expect(other.creditedSeconds).toBeLessThan(maxCreditFor(await clock()))
    const data = await must('GET /course/v1/learn_record', asked, student.token)
    const sum = data.list.reduce((seconds, beat) => seconds + beat.credited, 0)
    expect(sum).toBeCloseTo(data.creditedSeconds)
    expect(data.list.find((beat) => beat.seq === 2)).toMatchObject({
      waitingFor: 'CLOCK',
      credited: expect.any(Number),
    })
  })

  it('learn_record shows that a late heartbeat credited the ranges that were pending before it', async () => {
    const { player: page, course, student } = await makeLearner([600])
    const asked = { id: course.id, lessonId: course.lessonIds[0] ?? '' }
    await page.start()
    await passTime(600)
    const rest = [2, 3, 4].map((seq) => {
      const to = seq * 15
      return page.send({ seq, event: 'beat', intervals: [[to - 15, to]], position: to })
    })
    expect((await Promise.all(rest)).map(({ data }) => data.creditedSeconds)).toEqual([0, 0, 0])
    const next = makeTestPlayer(student.token, course.id, course.lessonIds[0])
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

  it('learn_record has pages and separates rounds', async () => {
    const { record, course } = await studied()
    const { data } = await record({ page: 2, pageSize: 5 })
    expect([data.list.length, data.total, data.page]).toEqual([3, 8, 2])
    const { db } = await deps()
    await db.transaction().execute((tx) => setStudyRounds(tx, [{ signCourseId: course.id, round: 2 }]))
    expect((await record()).data).toMatchObject({ total: 0, round: 2, creditedSeconds: 0 })
  })

  it('learn_record requires sign-in and refuses other students, foreign lessons and bad input', async () => {
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

describe('refused heartbeats', () => {
  it('repeated refusals of a heartbeat are one row with a count, and foreign sessions leave none', async () => {
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

  it('only the newest refused heartbeats of a student are kept, and they are deleted after some time', async () => {
    const { student, asked } = await studied()
    const { pool, db } = await deps()
    const key = {
      studentId: student.id,
      signCourseId: asked.id,
      lessonId: asked.lessonId,
      playSessionId: randomUUID(),
    }
    for (let seq = 100; seq < 110; seq += 1)
      await insertRefusedHeartbeats(
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
      db.selectFrom('studyRefusal').select('seq').where('studentId', '=', student.id).orderBy('id').execute()
    expect((await left()).map(({ seq }) => seq).slice(-4)).toEqual([106, 107, 108, 109])
    expect((await left()).length).toBeLessThanOrEqual(5)
    await db
      .updateTable('studyRefusal')
      .set({ lastAt: new Date('2020-01-01') })
      .where('studentId', '=', student.id)
      .execute()
    await forgetOldRefusedHeartbeats(await deps())
    expect(await left()).toEqual([])
  })
})

describe('study record for staff', () => {
  it('staff find a student by phone, sign or sign course and see the same record', async () => {
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
    expect((await mustStaff('POST /study/v1/find', { query: randomUUID() }, token)).list).toEqual([])
    expect((await mustStaff('POST /study/v1/find', { query: '-'.repeat(36) }, token)).list).toEqual([])
    expect(await mustStaff('GET /study/v1/course', { id: course.id }, token)).toMatchObject({
      learner: { id: student.id },
      lessons: [{ creditedSeconds: 30, done: false, durationSeconds: 600 }],
    })
    expect(await mustStaff('GET /study/v1/record', asked, token)).toEqual((await record()).data)
  })

  it('each staff member viewing a course is audited once, however many lessons are opened', async () => {
    const { asked, student, course } = await studied()
    const [one, two] = await Promise.all([1, 2].map(() => makeStaff({ permissions: ['study.read'] })))
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

  it('staff requests for unknown study records are not found', async () => {
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

it('the check of study data finds progress that is older than the heartbeats', async () => {
  const { course } = await studied()
  const { db } = await deps()
  expect(await listStudyDisagreements(db, [course.id])).toEqual([])
  // A process whose clock is ahead wrote this one before the others.
  await sql`
    insert into study_beat select (jsonb_populate_record(beat, jsonb_build_object(
      'seq', 1000, 'at', beat.at + interval '1 hour', 'credited_ds', 10))).*
    from study_beat beat join play_session on no = session_no where sign_course_id = ${course.id} limit 1`.execute(db)
  expect(await listStudyDisagreements(db, [course.id])).toEqual([])
  await db.updateTable('lessonProgress').set({ creditedDs: 150 }).where('signCourseId', '=', course.id).execute()
  expect(await listStudyDisagreements(db, [course.id])).toMatchObject([{ heard: 300, credited: 150 }])
  await db.deleteFrom('lessonProgress').where('signCourseId', '=', course.id).execute()
  expect(await listStudyDisagreements(db, [course.id])).toMatchObject([{ heard: 300, credited: null }])
})
