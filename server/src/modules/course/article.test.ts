import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { makePlan, type TestPlan } from '../../../test/factories/catalogue.ts'
import { itemAt } from '../../../test/factories/course.ts'
import { makeTestPlayer, maxCreditFor } from '../../../test/factories/player.ts'
import { makeSign } from '../../../test/factories/sign.ts'
import { makeStudent } from '../../../test/factories/student.ts'
import {
  makeArticleLesson,
  makeCourseAuthor,
  makeVideoDraftLesson,
  publishCourseDraft,
} from '../../../test/factories/teaching.ts'
import { call, must, passTime, startStopwatch } from '../../../test/world.ts'

const teacher = await makeCourseAuthor()

const courseIdOf = (plan: TestPlan) => itemAt(plan.courses, 0).courseId

async function reader(text = makeArticleLesson(60)) {
  const plan = await makePlan({ courses: [{}] })
  await publishCourseDraft(teacher.token, courseIdOf(plan), { lessons: [text, await makeVideoDraftLesson(30)] })
  const sign = await makeSign({ plan })
  const { id } = itemAt(sign.courses, 0)
  const { token } = sign.student
  const { lessons } = await must('GET /course/v1/learn_course_detail', { id }, token)
  const [article, film] = [itemAt(lessons, 0), itemAt(lessons, 1)]
  return { plan, sign, token, id, article, film, page: makeTestPlayer(token, id, article.id) }
}

describe('learn_article', () => {
  it('learn_article returns text and reading time, and the lesson has no video address', async () => {
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

  it('learn_article refuses visitors, films, foreign lessons and unpaid courses', async () => {
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

  it('a student who has begun a course keeps the old article after a new version is published', async () => {
    const { id, token, article, page, plan } = await reader()
    const asked = { id, lessonId: article.id }
    const before = await must('GET /course/v1/learn_article', asked, token)
    await page.start()
    const lessons = [{ ...makeArticleLesson(90), html: '<p>新写的正文</p>', readingSeconds: 60 }]
    await publishCourseDraft(teacher.token, courseIdOf(plan), { lessons })
    expect(await must('GET /course/v1/learn_article', asked, token)).toEqual(before)
    const fresh = await makeSign({ plan })
    const other = itemAt(fresh.courses, 0).id
    const { lessons: newer } = await must('GET /course/v1/learn_course_detail', { id: other }, fresh.student.token)
    const given = { id: other, lessonId: itemAt(newer, 0).id }
    expect(await must('GET /course/v1/learn_article', given, fresh.student.token)).toMatchObject({
      html: '<p>新写的正文</p>',
    })
  })
})

describe('credit of reading time', () => {
  it('reading is credited no faster than wall-clock time and completes the lesson', async () => {
    const { page } = await reader()
    const clock = await startStopwatch()
    await page.start()
    const { data } = await page.watch(0, 60)
    expect(data.creditedSeconds).toBeLessThan(maxCreditFor(await clock()))
    expect(data.lessonDone).toBe(false)
    await passTime(20)
    const later = (await page.watch(0, 60)).data
    expect(later.creditedSeconds).toBeGreaterThanOrEqual(20)
    expect(later.creditedSeconds).toBeLessThan(maxCreditFor(await clock()))
    await passTime(40)
    expect(await page.watch(20, 60, { event: 'end' })).toMatchObject({ data: { lessonDone: true } })
  })

  it('forged heartbeats of an article are treated like those of a film', async () => {
    const { id, token, article, film } = await reader(makeArticleLesson(30))
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
      const page = makeTestPlayer(token, id, lessonId)
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

  it('an article takes over the play session of a film', async () => {
    const { id, token, page, film } = await reader()
    const playing = makeTestPlayer(token, id, film.id)
    const clock = await startStopwatch()
    await playing.start()
    await passTime(10)
    await page.start()
    const own = await clock()
    await passTime(10)
    expect(await page.watch(0, 10)).toMatchObject({ data: { creditedSeconds: 10 } })
    const old = await playing.watch(0, 20)
    expect(old.data.creditedSeconds).toBeLessThan(maxCreditFor(own))
    expect(old.data.movedTo).toMatchObject({ lessonTitle: '处方审核要点' })
  })

  it('another student cannot start the article, and refused heartbeats are recorded', async () => {
    const { id, token, article, page } = await reader()
    const stranger = await makeStudent()
    expect(await makeTestPlayer(stranger.token, id, article.id).start()).toMatchObject({
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
