import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { makePlan, type TestPlan } from '../../../test/factories/catalogue.ts'
import { itemAt } from '../../../test/factories/course.ts'
import { mostIn, player } from '../../../test/factories/player.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import type { TestStaff } from '../../../test/factories/staff.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import { articleOf, lessonOf, makeAuthor, publish } from '../../../test/factories/teaching.ts'
import { call, must, passTime, stopwatch } from '../../../test/world.ts'

let teacher: TestStaff

beforeAll(async () => {
  teacher = await makeAuthor()
})

const courseIdOf = (plan: TestPlan) => itemAt(plan.courses, 0).courseId

/** A student signed up for a course of one article (60 s of reading) and one film. */
async function reader(text = articleOf(60)) {
  const plan = await makePlan({ courses: [{}] })
  await publish(teacher.token, courseIdOf(plan), { lessons: [text, await lessonOf(30)] })
  const sign = await makeSign({ plan })
  const { id } = itemAt(sign.courses, 0)
  const { token } = sign.student
  const { lessons } = await must('GET /course/v1/learn_course_detail', { id }, token)
  const [article, film] = [itemAt(lessons, 0), itemAt(lessons, 1)]
  return { plan, sign, token, id, article, film, page: player(token, id, article.id) }
}

describe('learn_article', () => {
  it('gives the text and the clock’s rule; the lesson has no address to play', async () => {
    const { id, token, article } = await reader()
    expect(article).toMatchObject({
      kind: 'ARTICLE',
      durationSeconds: 60,
      videoUrl: null,
      lowVideoUrl: null,
      captionsUrl: null,
    })
    const text = await must('GET /course/v1/learn_article', { id, lessonId: article.id }, token)
    expect(text).toMatchObject({ lessonId: article.id, title: article.title, idleSeconds: 120 })
    expect(text.html).toMatch(/^<h2[^>]*>要点<\/h2>\n<p>审+<\/p>$/)
  })

  it('needs sign-in, and refuses a film, another course’s lesson, another’s course, and one not paid', async () => {
    const { id, token, article, film, plan } = await reader()
    const ask = (input: object, as?: string) => call('GET /course/v1/learn_article', input, as)
    const lessonId = article.id
    expect(await ask({ id, lessonId })).toMatchObject({ status: 401 })
    expect(await ask({ id, lessonId: film.id }, token)).toMatchObject({ key: 'course.notArticle' })
    const lost = { id, lessonId: randomUUID() }
    expect(await ask(lost, token)).toMatchObject({ key: 'course.lessonNotFound' })
    expect(await ask({ id, lessonId: '1; drop table lesson' }, token)).toMatchObject({
      key: 'common.invalid',
    })
    const stranger = await makeStudent()
    const theirs = await ask({ id, lessonId }, stranger.token)
    expect(theirs).toMatchObject({ key: 'course.notFound' })
    expect(await ask({ id: randomUUID(), lessonId }, stranger.token)).toEqual(theirs)
    const unpaid = await makeSign({ plan, paid: false })
    const own = { id: itemAt(unpaid.courses, 0).id, lessonId }
    expect(await ask(own, unpaid.student.token)).toMatchObject({ key: 'course.notPaid' })
  })

  it('keeps the text for who has begun, whatever is published later', async () => {
    const { id, token, article, page, plan } = await reader()
    const asked = { id, lessonId: article.id }
    const before = await must('GET /course/v1/learn_article', asked, token)
    await page.start()
    const lessons = [{ ...articleOf(90), html: '<p>新写的正文</p>', readingSeconds: 60 }]
    await publish(teacher.token, courseIdOf(plan), { lessons })
    expect(await must('GET /course/v1/learn_article', asked, token)).toEqual(before)
    const fresh = await makeSign({ plan })
    const other = itemAt(fresh.courses, 0).id
    const { lessons: newer } = await must(
      'GET /course/v1/learn_course_detail',
      { id: other },
      fresh.student.token,
    )
    const given = { id: other, lessonId: itemAt(newer, 0).id }
    expect(await must('GET /course/v1/learn_article', given, fresh.student.token)).toMatchObject({
      html: '<p>新写的正文</p>',
    })
  })
})

describe('the reading clock', () => {
  it('credits what was read, never faster than the wall clock, and completes the lesson', async () => {
    const { page } = await reader()
    const clock = await stopwatch()
    await page.start()
    // the whole length in one call, a moment after the start: the grace and no more
    const { data } = await page.watch(0, 60)
    expect(data.creditedSeconds).toBeLessThan(mostIn(await clock()))
    expect(data.lessonDone).toBe(false)
    await passTime(20)
    const later = (await page.watch(0, 60)).data
    expect(later.creditedSeconds).toBeGreaterThanOrEqual(20)
    expect(later.creditedSeconds).toBeLessThan(mostIn(await clock()))
    await passTime(40)
    expect(await page.watch(20, 60, { event: 'end' })).toMatchObject({ data: { lessonDone: true } })
  })

  it('treats forged beats exactly as those of a film', async () => {
    const { id, token, article, film } = await reader(articleOf(30))
    const forged: Record<string, unknown>[] = [
      { intervals: [[9, 3]] },
      { position: 32 },
      { intervals: [[10, 400]] },
      { intervals: [[-1, 3]] },
      { event: 'presence', presenceId: randomUUID() },
      { event: 'stop' },
      { seq: 1, event: 'beat', position: 9, intervals: [[0, 9]] },
      { playSessionId: randomUUID(), seq: 5 },
      { intervals: [[20, 28]], position: 28 },
    ]
    const answersOf = async (lessonId: string) => {
      const page = player(token, id, lessonId)
      await page.start()
      await page.send({ intervals: [[0, 0.5]], position: 0.5 })
      const answers = []
      for (const beat of forged) {
        const { status, key, data } = await page.send(beat)
        answers.push([status, key, data?.furthestSeconds, data?.lessonDone])
      }
      return answers
    }
    expect(await answersOf(article.id)).toEqual(await answersOf(film.id))
  })

  it('is one clock with the films: a page that reads takes over from one that plays', async () => {
    const { id, token, page, film } = await reader()
    const playing = player(token, id, film.id)
    const clock = await stopwatch()
    await playing.start()
    await passTime(10)
    await page.start()
    const own = await clock()
    await passTime(10)
    expect(await page.watch(0, 10)).toMatchObject({ data: { creditedSeconds: 10 } })
    const old = await playing.watch(0, 20)
    expect(old.data.creditedSeconds).toBeLessThan(mostIn(own))
    expect(old.data.movedTo).toMatchObject({ lessonTitle: '处方审核要点' })
  })

  it('cannot be run with another student’s token, and what was refused is in the record', async () => {
    const { id, token, article, page } = await reader()
    const stranger = await makeStudent()
    expect(await player(stranger.token, id, article.id).start()).toMatchObject({
      key: 'course.notFound',
    })
    await page.start()
    await passTime(5)
    await page.watch(0, 5)
    await page.watch(5, 90)
    const asked = { id, lessonId: article.id }
    expect(await must('GET /course/v1/learn_record', asked, token)).toMatchObject({
      lesson: { kind: 'ARTICLE', durationSeconds: 60 },
      creditedSeconds: 5,
      sums: { refused: 1 },
    })
  })
})
