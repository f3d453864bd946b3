import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../test/factories/catalogue.ts'
import { learner, mostIn, player } from '../../../test/factories/player.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { call, deps, passTime, stopwatch } from '../../../test/world.ts'
import { appNow } from '../../platform/db/database.ts'
import { listProgress, studySecondsByDay } from './service.ts'

/** Study in the plan ended so many seconds ago. */
async function endStudy(planId: string, secondsAgo = 0): Promise<void> {
  const { db } = await deps()
  const end = sql<Date>`app_now() - interval '1 second' * ${secondsAgo}`
  await db
    .updateTable('plan')
    .set({ signEndAt: end, studyEndAt: end })
    .where('id', '=', planId)
    .execute()
}

/** Ten minutes watched without a network, then the end of the plan, then an hour until the network is back. */
async function cutOff() {
  const all = await learner([900])
  const clock = await stopwatch()
  await all.player.start()
  await passTime(300)
  await endStudy(all.plan.id)
  const own = await clock()
  await passTime(3600)
  return { ...all, own }
}

describe('study that arrives after midnight', () => {
  it('counts on the day on which it was watched', async () => {
    const { db } = await deps()
    const minuteOfDay = Math.floor(((await appNow(db)).getTime() / 60_000 + 8 * 60) % 1440)
    // ten minutes before midnight in Shanghai
    await passTime(((1430 - minuteOfDay + 1440) % 1440) * 60)
    const { player: page, student } = await learner([900])
    await page.start()
    await passTime(20 * 60)
    // five minutes, made a quarter of an hour ago; then five more, just now
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

/** decision 020 */
describe('study that arrives after the end', () => {
  it('is credited up to the end and no further, a beat repeated counts once', async () => {
    const { player: page, course, own } = await cutOff()
    const key = { seq: 1, event: 'beat', position: 200, intervals: [[0, 200]] }
    const first = await page.send(key)
    expect(first).toMatchObject({ data: { creditedSeconds: 200, presence: null } })
    expect(await page.send(key)).toEqual(first)
    expect(await page.watch(200, 290)).toMatchObject({ data: { creditedSeconds: 290 } })
    // what is left: ten seconds of the clock and the one grace of five
    const { data } = await page.watch(290, 900)
    expect(data.creditedSeconds).toBeGreaterThanOrEqual(300)
    expect(data.creditedSeconds).toBeLessThan(mostIn(own))
    expect(await page.watch(data.creditedSeconds, 900)).toMatchObject({
      key: 'course.studyClosed',
    })
    await passTime(3600)
    expect(await page.watch(data.creditedSeconds, 900)).toMatchObject({
      key: 'course.studyClosed',
    })
    const { db } = await deps()
    const [progress] = await listProgress(db, [course.id])
    expect(progress?.creditedDs).toBeLessThan(10 * mostIn(own))
  })

  it('takes what came out of order, and the end of the session', async () => {
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

  it('opens nothing new, takes no beats of a session nobody opened, nor any when its time has passed', async () => {
    const { player: page, student, course, plan } = await cutOff()
    const forged = player(student.token, course.id, course.lessonIds[0])
    expect(await forged.send({ seq: 1, event: 'beat', intervals: [[0, 60]] })).toMatchObject({
      key: 'course.sessionNotOpen',
    })
    const fresh = player(student.token, course.id, course.lessonIds[0])
    expect(await fresh.start()).toMatchObject({ key: 'course.studyClosed' })
    await endStudy(plan.id, 86_401)
    expect(await page.watch(0, 100)).toMatchObject({ key: 'course.studyClosed' })
    const { db } = await deps()
    expect(await listProgress(db, [course.id])).toMatchObject([{ creditedDs: 0 }])
  })

  it('gives a session that another year’s course takes over only the time until the end', async () => {
    const { player: page, student, own } = await cutOff()
    const next = await makeSign({
      student,
      plan: await makePlan({ courses: [{ lessonSeconds: [600] }] }),
    })
    const [course] = next.courses
    const other = player(student.token, course?.id ?? '', course?.lessonIds[0])
    expect(await other.start()).toMatchObject({ code: 1 })
    const { data } = await page.watch(0, 900)
    expect(data.creditedSeconds).toBeGreaterThanOrEqual(300)
    expect(data.creditedSeconds).toBeLessThan(own + 1)
  })

  it('the page is told until when', async () => {
    const { student, course, plan } = await cutOff()
    const see = () => call('GET /course/v1/learn_course_detail', { id: course.id }, student.token)
    const { data } = await see()
    expect(data.studyOpen).toBe(false)
    expect(Date.parse(data.lateUntil ?? '') - Date.parse(data.studyEndAt)).toBe(86_400_000)
    await endStudy(plan.id, 86_401)
    expect((await see()).data.lateUntil).toBe(null)
  })
})
