import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { makeLearner, makeTestPlayer, maxCreditFor } from '../../../../test/factories/player.ts'
import { makeSign } from '../../../../test/factories/sign.ts'
import { call, deps, passTime, startStopwatch } from '../../../../test/world.ts'
import { appNow } from '../../../platform/db/database.ts'
import { listLessonProgress, studySecondsByDay } from './service.ts'

async function endStudy(planId: string, secondsAgo = 0): Promise<void> {
  const { db } = await deps()
  const end = sql<Date>`app_now() - interval '1 second' * ${secondsAgo}`
  await db.updateTable('plan').set({ signEndAt: end, studyEndAt: end }).where('id', '=', planId).execute()
}

/** The student goes offline for ten minutes, the plan ends, and the page reconnects an hour later. */
async function cutOff() {
  const all = await makeLearner([900])
  const clock = await startStopwatch()
  await all.player.start()
  await passTime(300)
  await endStudy(all.plan.id)
  const own = await clock()
  await passTime(3600)
  return { ...all, own }
}

describe('heartbeats that arrive after midnight', () => {
  it('late heartbeats count on the day on which they were watched', async () => {
    const { db } = await deps()
    const minuteOfDay = Math.floor(((await appNow(db)).getTime() / 60_000 + 8 * 60) % 1440)
    await passTime(((1430 - minuteOfDay + 1440) % 1440) * 60)
    const { player: page, student } = await makeLearner([900])
    await page.start()
    await passTime(20 * 60)
    expect(await page.watch(0, 300, { ageSeconds: 900 })).toMatchObject({
      data: { creditedSeconds: 300 },
    })
    expect(await page.watch(300, 600, { ageSeconds: 5 })).toMatchObject({
      data: { creditedSeconds: 600 },
    })
    const days = await studySecondsByDay(db, student.id, 30)
    expect(days.slice(-2).map(({ seconds }) => seconds)).toEqual([300, 300])
    expect(await page.watch(600, 610, { ageSeconds: -1 })).toMatchObject({ key: 'common.invalid' })
  })
})

/** See decision 020. */
describe('heartbeats that arrive after the end of study', () => {
  it('late heartbeats are credited up to the end of study, and a repeated heartbeat counts once', async () => {
    const { player: page, course, own } = await cutOff()
    const key = { seq: 1, event: 'beat', position: 200, intervals: [[0, 200]] }
    const first = await page.send(key)
    expect(first).toMatchObject({ data: { creditedSeconds: 200, presence: null } })
    expect(await page.send(key)).toEqual(first)
    expect(await page.watch(200, 290)).toMatchObject({ data: { creditedSeconds: 290 } })
    const { data } = await page.watch(290, 900)
    expect(data.creditedSeconds).toBeGreaterThanOrEqual(300)
    expect(data.creditedSeconds).toBeLessThan(maxCreditFor(own))
    expect(await page.watch(data.creditedSeconds, 900)).toMatchObject({
      key: 'course.studyClosed',
    })
    await passTime(3600)
    expect(await page.watch(data.creditedSeconds, 900)).toMatchObject({
      key: 'course.studyClosed',
    })
    const { db } = await deps()
    const [progress] = await listLessonProgress(db, [course.id])
    expect(progress?.creditedDs).toBeLessThan(10 * maxCreditFor(own))
  })

  it('late heartbeats may arrive out of order and end the session', async () => {
    const { player: page } = await cutOff()
    expect(await page.send({ seq: 2, position: 200, intervals: [[100, 200]] })).toMatchObject({
      data: { creditedSeconds: 0 },
    })
    expect(await page.send({ seq: 1, position: 100, intervals: [[0, 100]] })).toMatchObject({
      data: { creditedSeconds: 200 },
    })
    const end = { seq: 3, event: 'end', position: 250, intervals: [[200, 250]] }
    expect(await page.send(end)).toMatchObject({ data: { creditedSeconds: 250 } })
    expect(await page.watch(250, 260)).toMatchObject({ key: 'course.sessionNotOpen' })
  })

  it('after the end of study no session opens, and heartbeats stop counting after a limit', async () => {
    const { player: page, student, course, plan } = await cutOff()
    const forged = makeTestPlayer(student.token, course.id, course.lessonIds[0])
    expect(await forged.send({ seq: 1, event: 'beat', intervals: [[0, 60]] })).toMatchObject({
      key: 'course.sessionNotOpen',
    })
    const fresh = makeTestPlayer(student.token, course.id, course.lessonIds[0])
    expect(await fresh.start()).toMatchObject({ key: 'course.studyClosed' })
    await endStudy(plan.id, 86_401)
    expect(await page.watch(0, 100)).toMatchObject({ key: 'course.studyClosed' })
    const { db } = await deps()
    expect(await listLessonProgress(db, [course.id])).toMatchObject([{ creditedDs: 0 }])
  })

  it('a session taken over by a course of another year keeps only the time until its study end', async () => {
    const { player: page, student, own } = await cutOff()
    const next = await makeSign({
      student,
      plan: await makePlan({ courses: [{ lessonSeconds: [600] }] }),
    })
    const [course] = next.courses
    const other = makeTestPlayer(student.token, course?.id ?? '', course?.lessonIds[0])
    expect(await other.start()).toMatchObject({ code: 1 })
    const { data } = await page.watch(0, 900)
    expect(data.creditedSeconds).toBeGreaterThanOrEqual(300)
    expect(data.creditedSeconds).toBeLessThan(own + 1)
  })

  it('the page is told until when late heartbeats are accepted', async () => {
    const { student, course, plan } = await cutOff()
    const see = () => call('GET /course/v1/learn_course_detail', { id: course.id }, student.token)
    const { data } = await see()
    expect(data.studyOpen).toBe(false)
    expect(Date.parse(data.lateUntil ?? '') - Date.parse(data.studyEndAt)).toBe(86_400_000)
    await endStudy(plan.id, 86_401)
    expect((await see()).data.lateUntil).toBe(null)
  })
})
