import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readLessonFilm } from '@ce/contract/film/lesson-film'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { itemAt } from '../../../test/factories/course.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { call, deps, must, runWithoutTriggers, sendRawRequest } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'
import { contentOfBuffer } from '../../platform/files/content.ts'
import { addContentFile } from '../file/service/content.ts'

const day = 86_400_000
const catalogue = (input: object = {}) => must('GET /course/v1/catalogue', input)
const courseOf = (input: object, token?: string) => call('GET /course/v1/catalogue_course', input, token)
const trialOf = (input: object) => call('GET /course/v1/catalogue_trial', input)

async function soon() {
  const now = (await appNow((await deps()).db)).getTime()
  return { signStartAt: new Date(now + 10 * day), signEndAt: new Date(now + 20 * day) }
}

describe('catalogue call', () => {
  it('the catalogue shows visitors open and coming years with the courses of the requested year', async () => {
    const plan = await makePlan()
    const upcoming = await makePlan(await soon())
    const trial = await makePlan({ trial: true, priceFen: 0 })
    const answer = await catalogue({ year: plan.year })
    expect(answer).toMatchObject({
      plan: {
        ...{ year: plan.year, state: 'OPEN', trial: false, price: 12_000 },
        requiredHours: { professional: 12, public: 0 },
      },
      ...{ total: 3, page: 1, pageSize: 20 },
    })
    expect(answer.list.map(({ id }) => id)).toEqual(plan.courses.map(({ courseId }) => courseId))
    expect(answer.list[0]).toEqual({
      ...{ id: itemAt(plan.courses, 0).courseId, title: expect.any(String), intro: '用于测试' },
      ...{
        coverUrl: null,
        teacher: { name: '张教授', titleCode: 1 },
        hours: 6,
        durationSeconds: 60,
      },
      ...{ demo: true, subject: 'PROFESSIONAL', required: true, canTrySee: true },
    })
    const years = answer.plans.map(({ year }) => year)
    expect(years.indexOf(upcoming.year)).toBeLessThan(years.indexOf(plan.year))
    expect(answer.plans.find(({ year }) => year === upcoming.year)?.state).toBe('UPCOMING')
    expect(years.indexOf(trial.year)).toBeGreaterThan(years.indexOf(plan.year))
    expect((await catalogue()).plan).toMatchObject({ state: 'OPEN', trial: false })
    const found = await catalogue({ year: plan.year, keyword: '没有这样的课' })
    expect(found).toMatchObject({ total: 0, list: [], plan: { year: plan.year } })
    expect(await catalogue({ year: plan.year, subject: 'PUBLIC' })).toMatchObject({ total: 0 })
    const second = await catalogue({ year: plan.year, page: 2, pageSize: 2 })
    expect(second.list.map(({ id }) => id)).toEqual([itemAt(plan.courses, 2).courseId])
  })

  it('the catalogue hides drafts, closed years and withdrawn courses', async () => {
    const { db } = await deps()
    const plan = await makePlan()
    const { courseId } = itemAt(plan.courses, 2)
    const withdrawn = { withdrawnAt: await appNow(db) }
    await db.updateTable('course').set(withdrawn).where('id', '=', courseId).execute()
    expect((await catalogue({ year: plan.year })).list.map(({ id }) => id)).not.toContain(courseId)
    expect(await courseOf({ year: plan.year, id: courseId })).toMatchObject({
      key: 'course.notFound',
    })
    for (const change of [{ closedAt: await appNow(db) }, { openedAt: null, closedAt: null }]) {
      await db.updateTable('plan').set(change).where('id', '=', plan.id).execute()
      const answer = await catalogue({ year: plan.year })
      expect(answer).toMatchObject({ plan: null, list: [], total: 0 })
      expect(answer.plans.map(({ year }) => year)).not.toContain(plan.year)
      const of = { year: plan.year, id: itemAt(plan.courses, 0).courseId }
      expect(await courseOf(of)).toMatchObject({ key: 'course.notFound' })
      expect(await trialOf(of)).toMatchObject({ key: 'course.notFound' })
    }
  })

  it.each([
    ['year', { year: '二〇二六' }],
    ['subject', { subject: 'OTHER' }],
    ['keyword', { keyword: 'x'.repeat(51) }],
    ['page', { page: 0 }],
    ['pageSize', { pageSize: 101 }],
  ])('the public catalogue refuses a bad %s', async (field, input) => {
    const answer = await call('GET /course/v1/catalogue', input)
    expect(answer).toMatchObject({ status: 200, key: 'common.invalid' })
    expect(answer.data).toHaveProperty(`fields.${field}`)
  })
})

describe('catalogue_course', () => {
  it('catalogue_course gives the same response to visitors, students and invalid tokens', async () => {
    const plan = await makePlan({ courses: [{ lessonSeconds: [30, 40], passMark: 70 }] })
    const of = { year: plan.year, id: itemAt(plan.courses, 0).courseId }
    const answer = await courseOf(of)
    const { token } = await makeStudent()
    for (const who of [token, 'Bearer nonsense']) expect(await courseOf(of, who)).toEqual(answer)
    expect(answer.data).toEqual({
      ...{ id: of.id, title: expect.any(String), intro: '用于测试', coverUrl: null, hours: 6 },
      ...{ durationSeconds: 70, demo: true, subject: 'PROFESSIONAL', required: true },
      canTrySee: true,
      plan: expect.objectContaining({ year: plan.year, price: 12_000, state: 'OPEN' }),
      teacher: { name: '张教授', titleCode: 1, employer: '示例大学', intro: '' },
      lessons: [
        { title: '第 1 讲', kind: 'VIDEO', durationSeconds: 30 },
        { title: '第 2 讲', kind: 'VIDEO', durationSeconds: 40 },
      ],
      exam: expect.objectContaining({ passMark: 70, attemptsPerRound: 3, examSeconds: 1800 }),
    })
    expect(JSON.stringify(answer)).not.toMatch(/versionId|bankVersion|lessonId|FileId/)
  })

  it('catalogue_course does not find an unknown id, another year or an invalid id', async () => {
    const [plan, other] = [await makePlan(), await makePlan()]
    const { courseId } = itemAt(plan.courses, 0)
    const missing = await courseOf({ year: plan.year, id: randomUUID() })
    expect(missing).toMatchObject({ status: 200, key: 'course.notFound' })
    expect(await courseOf({ year: plan.year, id: "1' or '1'='1" })).toEqual(missing)
    expect(await courseOf({ year: other.year, id: courseId })).toEqual(missing)
    expect(await courseOf({ year: 2000, id: courseId })).toEqual(missing)
    for (const bad of [{ id: courseId }, { year: plan.year, id: 'x'.repeat(201) }, {}])
      expect(await courseOf(bad)).toMatchObject({ key: 'common.invalid' })
  })
})

describe('catalogue_trial', () => {
  it('catalogue_trial gives visitors only the first seconds of the film, with captions', async () => {
    const all = await deps()
    const plan = await makePlan({ courses: [{}] })
    const { courseId } = itemAt(plan.courses, 0)
    const of = { year: plan.year, id: courseId }
    const seeds = new URL('../../../seeds/media/', import.meta.url)
    const film = await readFile(new URL('trial-year-1.mp4', seeds))
    const content = await readFile(new URL('trial-year-1.vtt', seeds))
    const lesson = { purpose: 'LESSON', name: '第一讲.mp4', mime: 'video/mp4' } as const
    const videoFileId = await addContentFile(all, { ...lesson, content: film })
    const captions = { purpose: 'LESSON_CAPTIONS', name: '第一讲.vtt', content } as const
    const captionsFileId = await addContentFile(all, captions)
    await runWithoutTriggers(['lesson'], (tx) =>
      tx.updateTable('lesson').set({ videoFileId, captionsFileId }).where('courseId', '=', courseId).execute(),
    )
    await all.db.updateTable('course').set({ trialSeconds: 5 }).where('id', '=', courseId).execute()
    const { videoUrl, captionsUrl, seconds } = await must('GET /course/v1/catalogue_trial', of)
    expect(seconds).toBe(5)
    const response = await sendRawRequest(videoUrl)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=600',
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBeLessThan(film.length)
    const read = await readLessonFilm(contentOfBuffer(bytes))
    expect(read).toMatchObject({ media: { durationSeconds: 5 } })
    const part = await sendRawRequest(videoUrl, { headers: { range: 'bytes=100-199' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200))
    const words = await (await sendRawRequest(captionsUrl ?? '')).text()
    expect(words).toMatch(/^WEBVTT/)
    expect(words.length).toBeLessThan(content.length)
    // The signature of the film address covers seconds, file and expiry.
    const longer = videoUrl.replace('n=5', 'n=500')
    const whole = videoUrl.replace('/beginning/', '/')
    const other = videoUrl.replace(videoFileId, captionsFileId)
    const later = videoUrl.replace(/e=(\d+)/, (_, e) => `e=${Number(e) + 600}`)
    for (const forged of [longer, whole, other, later, `/files/beginning/${videoFileId}`])
      expect([403, 404]).toContain((await sendRawRequest(forged)).status)
  })

  it('catalogue_trial refuses a course without a trial and bad input', async () => {
    const { db } = await deps()
    const plan = await makePlan()
    const { courseId } = itemAt(plan.courses, 0)
    const of = { year: plan.year, id: courseId }
    await db.updateTable('course').set({ trialSeconds: 0 }).where('id', '=', courseId).execute()
    expect(await trialOf(of)).toMatchObject({ status: 200, key: 'course.noTrial' })
    expect((await courseOf(of)).data).toMatchObject({ canTrySee: false })
    expect(await trialOf({ ...of, id: randomUUID() })).toMatchObject({ key: 'course.notFound' })
    expect(await trialOf({ id: courseId })).toMatchObject({ key: 'common.invalid' })
  })
})
