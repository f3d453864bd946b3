import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { makePlan, type TestPlan } from '../../../test/factories/catalogue.ts'
import { makeTestPlayer } from '../../../test/factories/player.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import { makeCourseAuthor } from '../../../test/factories/teaching.ts'
import { buildMp4, type FilmPlan, makeSoundTrack, makeVideoTrack, mp4Box } from '../../../test/films/mp4-writer.ts'
import { deps, mustStaff, passTime, staffCall } from '../../../test/world.ts'
import { randomStorageKey } from '../file/service/content.ts'
import { readFilms } from '../file/service/films.ts'
import { correctLessonLengths } from './service/correct-lengths.ts'

let lessonId = ''
let fileId = ''
let plan: TestPlan

async function lessonOf(said: number, of: FilmPlan): Promise<void> {
  const { db, files } = await deps()
  plan = await makePlan({ courses: [{ lessonSeconds: [said] }] })
  lessonId = plan.courses[0]?.lessonIds[0] ?? ''
  const row = db.selectFrom('lesson').select('videoFileId').where('id', '=', lessonId)
  fileId = (await row.executeTakeFirstOrThrow()).videoFileId ?? ''
  // Equal content would be stored only once, so make it different.
  const content = Buffer.concat([buildMp4(of), mp4Box('free', randomBytes(16))])
  const storageKey = randomStorageKey()
  await files.put(storageKey, content)
  const media = { container: 'MP4', video: 'H.264', audio: 'AAC', durationSeconds: said }
  await db
    .updateTable('file')
    .set({
      storageKey,
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      media: JSON.stringify({ ...media, fastStart: !of.indexLast }),
      filmRule: 0,
    })
    .where('id', '=', fileId)
    .execute()
}

async function watched(seconds: number, filmEnd?: number) {
  const { student, courses } = await makeSign({ plan })
  const page = makeTestPlayer(student.token, courses[0]?.id ?? '', lessonId)
  await page.start()
  await passTime(seconds)
  const end = { event: 'end', ...(filmEnd !== undefined && { filmEnd }) }
  const answer = await page.watch(0, seconds, end)
  return { answer, signCourseId: courses[0]?.id ?? '' }
}

async function progressOf(signCourseId: string) {
  const { db } = await deps()
  return db
    .selectFrom('lessonProgress')
    .select(['creditedDs', 'covered', 'furthestDs', sql<boolean>`done_at is not null`.as('done')])
    .where('signCourseId', '=', signCourseId)
    .executeTakeFirstOrThrow()
}

const secondsOf = async () => {
  const { db } = await deps()
  const row = db.selectFrom('lesson').select('durationDs').where('id', '=', lessonId)
  return (await row.executeTakeFirstOrThrow()).durationDs / 10
}

async function jobs(): Promise<void> {
  await readFilms(await deps())
  await correctLessonLengths(await deps())
}

async function checkOf(token: string) {
  const { list } = await mustStaff('GET /teaching/v1/lesson_checks', {}, token)
  return list.find((one) => one.lessonId === lessonId)
}

beforeEach(async () => {
  const { db } = await deps()
  await db.updateTable('file').set({ filmRule: 1, indexRule: 1 }).where('filmRule', '=', 0).execute()
})

describe('film header with three times the real length', () => {
  const lying = { tracks: [makeVideoTrack(6), makeSoundTrack(6)], movieSaid: 18 }

  it('measuring a stored film again shortens its lesson, marks full viewers as done and changes no credit', async () => {
    await lessonOf(18, lying)
    const all = await watched(6, 6)
    const half = await watched(3)
    expect(all.answer).toMatchObject({ data: { creditedSeconds: 6, lessonDone: false } })
    await jobs()
    expect(await secondsOf()).toBe(6)
    const before = { creditedDs: 60, furthestDs: 60, covered: '{[0,60)}' }
    expect(await progressOf(all.signCourseId)).toEqual({ ...before, done: true })
    expect(await progressOf(half.signCourseId)).toMatchObject({ creditedDs: 30, done: false })
    const { db } = await deps()
    const record = db.selectFrom('lessonLength').selectAll().where('lessonId', '=', lessonId)
    expect(await record.execute()).toMatchObject([{ fromDs: 180, toDs: 60, by: 'system', settledAt: expect.any(Date) }])
    await jobs()
    expect(await record.execute()).toHaveLength(1)
  })

  it('an open page continues with the corrected lesson length and is done at 95 percent', async () => {
    await lessonOf(18, lying)
    const { student, courses } = await makeSign({ plan })
    const page = makeTestPlayer(student.token, courses[0]?.id ?? '', lessonId)
    await page.start()
    await passTime(6)
    expect(await page.watch(0, 3)).toMatchObject({ data: { lessonDone: false } })
    await jobs()
    expect(await page.watch(3, 5.8)).toMatchObject({
      data: { creditedSeconds: 5.8, lessonDone: true, courseDone: true },
    })
  })

  it('a length correction is the only change of a published lesson', async () => {
    await lessonOf(18, lying)
    const { db } = await deps()
    const change = (set: object) => db.updateTable('lesson').set(set).where('id', '=', lessonId).execute()
    await expect(change({ durationDs: 60 })).rejects.toThrow('cannot be changed')
    const row = { lessonId, fromDs: 180, toDs: 60, by: 'x', reason: 'y' }
    await db.insertInto('lessonLength').values(row).execute()
    await expect(change({ durationDs: 60, title: '另一个' })).rejects.toThrow('cannot be changed')
    await expect(change({ durationDs: 50 })).rejects.toThrow('cannot be changed')
    await change({ durationDs: 60 })
    const longer = { ...row, fromDs: 60, toDs: 90 }
    await expect(db.insertInto('lessonLength').values(longer).execute()).rejects.toThrow('check')
  })
})

it('a film that is longer than its header says leaves the lesson unchanged and is shown to staff', async () => {
  await lessonOf(2, { tracks: [makeVideoTrack(6)], movieSaid: 2 })
  await jobs()
  expect(await secondsOf()).toBe(2)
  const { token } = await makeCourseAuthor()
  expect(await checkOf(token)).toMatchObject({ durationSeconds: 2, filmSeconds: 6 })
})

it('a film that would be refused today is shown to staff with the reason', async () => {
  const late = [
    { duration: 3000, mediaTime: -1 },
    { duration: 6000, mediaTime: 0 },
  ]
  await lessonOf(9, { tracks: [makeVideoTrack(6, { edits: late })] })
  await jobs()
  const { token } = await makeCourseAuthor()
  expect(await checkOf(token)).toMatchObject({
    durationSeconds: 9,
    filmProblem: expect.stringContaining('开头 3 秒'),
  })
})

describe('index at the end of a stored film', () => {
  const last = { tracks: [makeVideoTrack(6), makeSoundTrack(6)], indexLast: true }

  it('the film index is moved to the front under the same address once nobody plays the film', async () => {
    await lessonOf(6, last)
    await watched(3)
    const { db, files } = await deps()
    const row = db.selectFrom('file').select(['storageKey', 'size', 'sha256', 'media']).where('id', '=', fileId)
    const before = await row.executeTakeFirstOrThrow()
    await jobs()
    expect(await row.executeTakeFirstOrThrow()).toEqual(before)
    await passTime(1801)
    await jobs()
    const after = await row.executeTakeFirstOrThrow()
    expect(after).toMatchObject({ size: before.size, media: { fastStart: true } })
    const bytes = Buffer.concat(await files.read(after.storageKey, { start: 0, end: after.size - 1 }).toArray())
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect(after.sha256).toEqual(createHash('sha256').update(bytes).digest())
    await expect(files.size(before.storageKey)).rejects.toThrow()
  })
})

describe('players that report another film end', () => {
  const long = { tracks: [makeVideoTrack(18)] }

  it('if three players agree on a film end, staff can correct the lesson length with a reason', async () => {
    await lessonOf(18, long)
    const { token } = await makeCourseAuthor()
    const learners = [await watched(6, 6), await watched(6, 6.2)]
    await jobs()
    expect(await checkOf(token)).toBeUndefined()
    learners.push(await watched(6, 6.1), await watched(3, 3))
    expect(await checkOf(token)).toMatchObject({
      durationSeconds: 18,
      filmSeconds: 18,
      players: 4,
      endSeconds: 6,
      agreeing: 3,
      mayCorrect: true,
    })
    expect(await secondsOf()).toBe(18)
    const input = { lessonId, durationSeconds: 6, reason: '三名学员的播放器都在这里播完' }
    const other = { ...input, durationSeconds: 5 }
    expect(await staffCall('POST /teaching/v1/correct_length', other, token)).toMatchObject({
      key: 'teaching.lengthStale',
    })
    const bad = { ...input, durationSeconds: 0 }
    expect(await staffCall('POST /teaching/v1/correct_length', bad, token)).toMatchObject({
      key: 'common.invalid',
    })
    for (const _ of [1, 2])
      expect(await mustStaff('POST /teaching/v1/correct_length', input, token)).toEqual({
        durationSeconds: 6,
      })
    await jobs()
    const done = []
    for (const { signCourseId } of learners) done.push((await progressOf(signCourseId)).done)
    expect(done).toEqual([true, true, true, false])
    const { db } = await deps()
    const told = db
      .selectFrom('auditLog')
      .select('detail')
      .where('action', '=', 'teaching.lengthCorrected')
      .where(sql`detail ->> 'lessonId'`, '=', lessonId)
    expect(await told.execute()).toMatchObject([{ detail: { toDs: 60, reason: input.reason } }])
  })

  it('repeated film ends reported by one player prove nothing and credit nothing', async () => {
    await lessonOf(18, long)
    const { token } = await makeCourseAuthor()
    const { student, courses } = await makeSign({ plan })
    for (let times = 0; times < 4; times += 1) {
      const page = makeTestPlayer(student.token, courses[0]?.id ?? '', lessonId)
      await page.start()
      expect(await page.send({ event: 'end', position: 6, filmEnd: 6 })).toMatchObject({
        data: { creditedSeconds: 0, lessonDone: false },
      })
    }
    expect(await checkOf(token)).toBeUndefined()
    expect(await secondsOf()).toBe(18)
  })

  it('a reported end within a second of the lesson end is not stored', async () => {
    await lessonOf(6, { tracks: [makeVideoTrack(6)] })
    await watched(6, 6.9)
    const { db } = await deps()
    const kept = db
      .selectFrom('filmEnd')
      .innerJoin('playSession', 'playSession.no', 'filmEnd.sessionNo')
      .select('endDs')
      .where('lessonId', '=', lessonId)
    expect(await kept.execute()).toEqual([])
  })
})

it('a lesson that three students began and nobody finished is shown to staff after an hour', async () => {
  await lessonOf(60, { tracks: [makeVideoTrack(60)] })
  for (const seconds of [20, 20, 4]) await watched(seconds)
  expect(await checkOf((await makeCourseAuthor()).token)).toBeUndefined()
  await passTime(3601)
  expect(await checkOf((await makeCourseAuthor()).token)).toMatchObject({
    started: 3,
    finished: 0,
    furthestSeconds: 20,
    atFurthest: 2,
    mayCorrect: false,
  })
  await watched(60)
  expect(await checkOf((await makeCourseAuthor()).token)).toBeUndefined()
})

it('lesson checks and length corrections require their permissions', async () => {
  const { token } = await makeStaff({ permissions: ['poster.edit'] })
  expect(await staffCall('GET /teaching/v1/lesson_checks', {}, token)).toMatchObject({
    key: 'staff.forbidden',
  })
  const input = { lessonId: crypto.randomUUID(), durationSeconds: 6, reason: '没有权限' }
  expect(await staffCall('POST /teaching/v1/correct_length', input, token)).toMatchObject({
    key: 'staff.forbidden',
  })
  expect(await staffCall('GET /teaching/v1/lesson_checks', {})).toMatchObject({ status: 401 })
  expect(await staffCall('POST /teaching/v1/correct_length', input)).toMatchObject({ status: 401 })
})
