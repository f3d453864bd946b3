import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makePlan } from '../../../../test/factories/catalogue.ts'
import { makeLearner, makeTestPlayer, maxCreditFor } from '../../../../test/factories/player.ts'
import { makeSign } from '../../../../test/factories/sign.ts'
import { deps, passTime, startStopwatch } from '../../../../test/world.ts'
import { listLessonProgress } from './service.ts'

describe('one clock per student', () => {
  it('a new page takes over the session, and both pages together earn no more than elapsed time', async () => {
    const { player: old, student, course } = await makeLearner()
    const clock = await startStopwatch()
    await old.start()
    await passTime(100)
    const fresh = makeTestPlayer(student.token, course.id, course.lessonIds[1])
    const begun = await clock()
    await fresh.start()
    const own = await clock()
    const { data: late } = await old.watch(0, 120)
    expect(late.creditedSeconds).toBeGreaterThanOrEqual(100)
    expect(late.creditedSeconds).toBeLessThan(own + 1)
    expect(late.movedTo).toMatchObject({ courseTitle: expect.any(String), device: '其他设备' })
    expect(await old.watch(120, 130)).toMatchObject({
      key: 'course.takenOver',
      data: { movedTo: { device: '其他设备', lessonTitle: expect.any(String) } },
    })
    await passTime(10)
    const { data } = await fresh.watch(0, 90)
    expect(data.movedTo).toBe(null)
    expect(data.creditedSeconds).toBeGreaterThanOrEqual(15)
    expect(data.creditedSeconds).toBeLessThan(maxCreditFor((await clock()) - begun))
  })

  it('ten minutes really watched offline are kept even if another device was used meanwhile', async () => {
    const { player: old, student, course } = await makeLearner([4000])
    await old.start()
    await passTime(600)
    const other = makeTestPlayer(student.token, course.id, course.lessonIds[0])
    await other.start()
    let credited = 0
    for (let at = 0; at < 600; at += 15) {
      const beat = await old.watch(at, at + 15)
      expect(beat.code).toBe(1)
      credited = beat.data.creditedSeconds
    }
    expect(credited).toBe(600)
    const { db } = await deps()
    expect(await listLessonProgress(db, [course.id])).toMatchObject([{ resumeDs: 6000 }])
    await passTime(15)
    const { data } = await other.watch(590, 615)
    expect(data.creditedSeconds).toBe(615)
    const clock = await db
      .selectFrom('studyClock')
      .select(['creditedDs', 'dayDs'])
      .where('studentId', '=', student.id)
      .executeTakeFirstOrThrow()
    expect(Number(clock.creditedDs)).toBe(6150)
  })

  it('the old page learns of the takeover even if the new session has ended', async () => {
    const { player: old, student, course } = await makeLearner()
    await old.start()
    await passTime(100)
    const fresh = makeTestPlayer(student.token, course.id, course.lessonIds[1])
    await fresh.start()
    await fresh.send({ event: 'end' })
    const { data } = await old.watch(0, 60)
    expect(data.creditedSeconds).toBe(60)
    expect(data.movedTo).toMatchObject({ lessonTitle: expect.any(String), device: '其他设备' })
    await old.watch(60, 200)
    expect(await old.watch(200, 210)).toMatchObject({
      key: 'course.takenOver',
      data: { movedTo: data.movedTo },
    })
  })

  it('grace is given once, and first viewing cannot skip ahead', async () => {
    const { player: page } = await makeLearner()
    const clock = await startStopwatch()
    await page.start()
    await passTime(10)
    const first = (await page.watch(0, 300)).data
    expect(first.creditedSeconds).toBeGreaterThanOrEqual(15)
    expect(first.creditedSeconds).toBeLessThan(maxCreditFor(await clock()))
    await passTime(100)
    const { data } = await page.watch(400, 420)
    expect(data.furthestSeconds).toBeLessThan(400)
  })

  it('a presence check is asked, and study pauses while it is unanswered', async () => {
    const { player: page, course, student } = await makeLearner([4000])
    await page.start()
    const { db } = await deps()
    const setLeft = (left: number) =>
      db.updateTable('studyClock').set({ presenceLeftDs: left }).where('studentId', '=', student.id).execute()
    await setLeft(300)
    await passTime(20)
    const { presence } = (await page.watch(0, 20)).data
    expect(presence).toMatchObject({ id: expect.any(String) })
    const answer = { seq: 50, event: 'presence', presenceId: presence?.id, position: 20 }
    expect(await page.send(answer)).toMatchObject({ key: 'course.presenceEarly' })
    await passTime(40)
    expect(await page.watch(20, 60)).toMatchObject({ data: { creditedSeconds: 35 } })
    expect(await page.send(answer)).toMatchObject({ data: { creditedSeconds: 60, presence: null } })
    expect(await page.send({ ...answer, seq: 60 })).toMatchObject({ key: 'course.presenceExpired' })

    await setLeft(0)
    await passTime(62)
    await page.watch(60, 90)
    expect(await page.watch(90, 95)).toMatchObject({ key: 'course.presenceExpired' })
    const again = makeTestPlayer(student.token, course.id, course.lessonIds[0])
    expect(await again.start()).toMatchObject({ data: { presence: null } })
    await passTime(30)
    expect(await again.watch(60, 90)).toMatchObject({ data: { creditedSeconds: 90 } })
  })

  // See decision 053.
  it('a presence check that was due offline is asked when the session reports again', async () => {
    const { player: page, student } = await makeLearner([4000])
    await page.start()
    const { db } = await deps()
    await db.updateTable('studyClock').set({ presenceLeftDs: 3000 }).where('studentId', '=', student.id).execute()
    await passTime(600)
    const due = (await page.watch(0, 400)).data
    expect(due.creditedSeconds).toBe(305)
    const { id, answerBy } = due.presence ?? { id: '', answerBy: '' }
    const toAnswer = Date.parse(answerBy) - Date.parse(due.serverNow)
    expect(toAnswer).toBeGreaterThanOrEqual(60_900)
    expect(toAnswer).toBeLessThanOrEqual(61_000)
    expect((await page.watch(400, 590)).data).toMatchObject({ presence: { id, answerBy } })
    await passTime(30)
    expect(await page.send({ event: 'presence', presenceId: id })).toMatchObject({
      data: { creditedSeconds: 590, presence: null },
    })
    const { presenceLateDs } = await db
      .selectFrom('studyClock')
      .select('presenceLateDs')
      .where('studentId', '=', student.id)
      .executeTakeFirstOrThrow()
    expect(presenceLateDs).toBe(0)
  })

  it('the next presence check is drawn 15 to 20 minutes ahead', async () => {
    const { player: page, student } = await makeLearner()
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

describe('batches of heartbeats', () => {
  it('each heartbeat gets its response after its commit, and a bad one does not fail the batch', async () => {
    const plan = await makePlan({ courses: [{ lessonSeconds: [600] }] })
    const pages = await Promise.all(
      Array.from({ length: 24 }, async () => {
        const { student, courses } = await makeSign({ plan })
        return makeTestPlayer(student.token, courses[0]?.id ?? '', courses[0]?.lessonIds[0])
      }),
    )
    await Promise.all(pages.map((page) => page.start()))
    await passTime(20)
    const answers = await Promise.all(
      pages.map((page, index) => (index === 7 ? page.send({ id: randomUUID() }) : page.watch(0, 15 + index / 10))),
    )
    answers.forEach((answer, index) => {
      if (index === 7) expect(answer).toMatchObject({ key: 'course.notFound' })
      else expect(answer.data.creditedSeconds).toBe(15 + index / 10)
    })
  })

  it('two processes judging one student at once give correct credit', async () => {
    const { player: page, course } = await makeLearner()
    await page.start()
    await passTime(300)
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => page.watch(index * 4, index * 4 + 4)))
    expect(answers.filter((answer) => answer.code !== 1)).toEqual([])
    const { db } = await deps()
    expect(await listLessonProgress(db, [course.id])).toMatchObject([{ coveredDs: [[0, 1200]], creditedDs: 1200 }])
  })
})
