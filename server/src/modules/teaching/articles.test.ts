import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { makeCourse } from '../../../test/factories/catalogue.ts'
import {
  type DraftLessonInput,
  makeArticleLesson,
  makeCourseAuthor,
  makeVideoDraftLesson,
  publishCourseDraft,
  testExamRules,
} from '../../../test/factories/teaching.ts'
import { deps, mustStaff, staffCall } from '../../../test/world.ts'

const teacher = await makeCourseAuthor()

const courseOf = (id: string) => mustStaff('GET /teaching/v1/course', { id }, teacher.token)

async function save(courseId: string, lessons: unknown[]) {
  const { current, draft } = await courseOf(courseId)
  const read = { versionId: draft?.id ?? null, revision: draft?.revision ?? 0 }
  const over = { baseId: current?.id ?? null, ...read }
  return staffCall('POST /teaching/v1/save_draft', { courseId, ...over, lessons, rules: testExamRules }, teacher.token)
}

describe('article lessons', () => {
  it('articles are sanitised like content items, and their reading time is the lesson length', async () => {
    const { courseId } = await makeCourse()
    const html = '<h1>一</h1><p onclick="x()">审方<script>alert(1)</script></p>'
    const lessons = [await makeVideoDraftLesson(40), { ...makeArticleLesson(90), html }]
    const saved = await save(courseId, lessons)
    expect(saved).toMatchObject({ data: { revision: 1 } })
    const { draft } = await courseOf(courseId)
    expect(draft?.lessons).toMatchObject([
      { kind: 'VIDEO', durationSeconds: 40 },
      { kind: 'ARTICLE', title: '处方审核要点', durationSeconds: 90 },
    ])
    const [, article] = draft?.lessons ?? []
    expect(article?.kind === 'ARTICLE' && article.html).toMatch(/^<h2[^>]*>一<\/h2>\n<p>审方<\/p>$/)
    expect(await save(courseId, lessons)).toEqual(saved)
    const { list } = await mustStaff(
      'GET /teaching/v1/courses',
      { state: 'PUBLISHED', page: 1, pageSize: 100 },
      teacher.token,
    )
    expect(list.find(({ id }) => id === courseId)).toMatchObject({ hasDraft: true })
  })

  it('the audit log stores the length and the hash of an article', async () => {
    const { courseId } = await makeCourse()
    await save(courseId, [makeArticleLesson(60)])
    const { db } = await deps()
    const { detail } = await db
      .selectFrom('auditLog')
      .select('detail')
      .where('subject', '=', courseId)
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({
      after: { lessons: [{ kind: 'ARTICLE', characters: 300, sha256: expect.any(String) }] },
    })
    expect(JSON.stringify(detail)).not.toContain('审审')
  })

  it.each([
    ['no text', { html: undefined }],
    ['too long a text', { html: '审'.repeat(200_001) }],
    ['a text that nests absurdly', { html: '<b>'.repeat(1200) }],
    ['too short a time', { readingSeconds: 29 }],
    ['too long a time', { readingSeconds: 43_201 }],
    ['half a second', { readingSeconds: 60.5 }],
    ['no title', { title: '' }],
    ['another kind', { kind: 'AUDIO' }],
  ])('articles with %s are refused and nothing changes', async (_what, change) => {
    const { courseId } = await makeCourse()
    expect(await save(courseId, [{ ...makeArticleLesson(60), ...change }])).toMatchObject({
      key: 'common.invalid',
      data: { fields: { lessons: expect.any(String) } },
    })
    expect((await courseOf(courseId)).draft).toBeNull()
  })

  it.each([
    ['还没有正文', { html: '<p> </p>' }],
    ['阅读时间应为 0.5–3 分钟', { readingSeconds: 300 }],
    ['阅读时间应为 1.5–9 分钟', { html: `<p>${'方'.repeat(900)}</p>` }],
  ])('a course with an article that is not ready cannot be published: %s', async (words, change) => {
    const { courseId } = await makeCourse()
    const { data } = await save(courseId, [{ ...makeArticleLesson(60), ...change }])
    const input = { courseId, ...data, note: '' }
    const answer = await staffCall('POST /teaching/v1/publish', input, teacher.token)
    expect(answer).toMatchObject({
      key: 'teaching.notReady',
      data: { problems: [expect.stringContaining(words)] },
    })
  })

  it('a published article cannot be changed by a draft or directly in the database', async () => {
    const { courseId } = await makeCourse()
    const lessons: DraftLessonInput[] = [makeArticleLesson(60)]
    await publishCourseDraft(teacher.token, courseId, { lessons })
    const before = (await courseOf(courseId)).current
    await save(courseId, [{ ...makeArticleLesson(60), html: '<p>另一篇</p>' }])
    const { current, draft } = await courseOf(courseId)
    expect(current?.lessons).toEqual(before?.lessons)
    expect(draft?.lessons).not.toEqual(before?.lessons)
    const { db } = await deps()
    const change = (of: string) =>
      sql`update lesson set article_html = '<p>改</p>' where version_id = ${of}`.execute(db)
    await expect(change(current?.id ?? randomUUID())).rejects.toThrow(/published version/)
    await expect(change(draft?.id ?? randomUUID())).resolves.toBeDefined()
  })

  it('the database refuses an article lesson with a film and a film lesson with a text', async () => {
    const { courseId } = await makeCourse()
    await save(courseId, [makeArticleLesson(60), await makeVideoDraftLesson(30)])
    const { db } = await deps()
    const { draft } = await courseOf(courseId)
    const set = (kind: string, what: string) =>
      sql`update lesson set ${sql.raw(what)} where version_id = ${draft?.id} and kind = ${kind}`.execute(db)
    await expect(set('ARTICLE', 'article_html = null')).rejects.toThrow(/check/)
    await expect(set('VIDEO', "article_html = ''")).rejects.toThrow(/check/)
    await expect(set('ARTICLE', 'captions_file_id = (select id from file limit 1)')).rejects.toThrow(/check/)
  })
})
