import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../test/audit.ts'
import { makeCourse, makePlan } from '../../../test/factories/catalogue.ts'
import { makeOnePixelPng, uploadStaffFile } from '../../../test/factories/file.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import {
  makeArticleLesson,
  makeCourseAuthor,
  makeTeacher,
  makeVideoDraftLesson,
  testExamRules,
} from '../../../test/factories/teaching.ts'
import { deps, mustStaff, staffCall } from '../../../test/world.ts'

const teacher = await makeCourseAuthor()

const saveCourse = (input: unknown) => staffCall('POST /teaching/v1/save_course', input, teacher.token)
const saveDraft = (input: unknown) => staffCall('POST /teaching/v1/save_draft', input, teacher.token)
const publish = (input: unknown) => staffCall('POST /teaching/v1/publish', input, teacher.token)
const courseOf = (id: string) => mustStaff('GET /teaching/v1/course', { id }, teacher.token)

async function freshCourse(change: object = {}) {
  return {
    id: randomUUID(),
    version: 0,
    content: {
      title: '高血压用药指导',
      intro: '面向社区药师',
      subject: 'PROFESSIONAL',
      teacherId: await makeTeacher(teacher.token),
      coverFileId: null,
      trialSeconds: 180,
      ...change,
    },
  }
}

describe('courses desk', () => {
  it('a new course is a draft until its publication and gets its code from the portal', async () => {
    const input = await freshCourse()
    const twins = await Promise.all([saveCourse(input), saveCourse(input)])
    expect(new Set(twins.map(({ data }) => JSON.stringify(data))).size).toBe(1)
    expect(await courseOf(input.id)).toMatchObject({
      ...input.content,
      code: expect.stringMatching(/^K\d{4,}$/),
      state: 'DRAFT',
      draft: null,
      current: null,
      versions: [],
      bank: [0, 0, 0, 0, 0, 0, 0, 0, 0],
    })
    const list = await mustStaff(
      'GET /teaching/v1/courses',
      { teacherId: input.content.teacherId, state: 'DRAFT', subject: 'PROFESSIONAL' },
      teacher.token,
    )
    expect(list).toMatchObject({ total: 1, list: [{ id: input.id, lessons: 0, years: [] }] })
    expect(await listAuditRowsOf(input.id)).toMatchObject([{ action: 'teaching.courseSaved' }])
  })

  it('saving a course refuses stale, unknown and invalid input', async () => {
    const input = await freshCourse()
    await saveCourse(input)
    const change = (content: object, version = 1) =>
      saveCourse({ ...input, version, content: { ...input.content, ...content } })
    expect(await change({ title: '高血压用药' })).toMatchObject({ data: { version: 2 } })
    expect(await change({ title: '糖尿病用药' })).toMatchObject({ key: 'teaching.versionStale' })
    expect(await change({ teacherId: randomUUID() }, 2)).toMatchObject({
      key: 'teaching.teacherNotFound',
      data: { fields: { teacherId: expect.any(String) } },
    })
    expect(await change({ coverFileId: randomUUID() }, 2)).toMatchObject({
      key: 'teaching.badFile',
    })
    expect(await saveCourse({ ...input, id: randomUUID(), version: 4 })).toMatchObject({
      key: 'teaching.notFound',
    })
    for (const [field, bad] of [
      ['title', { title: '短'.repeat(61) }],
      ['subject', { subject: 'OTHER' }],
      ['trialSeconds', { trialSeconds: -1 }],
    ] as const)
      expect(await change(bad, 2)).toMatchObject({
        key: 'common.invalid',
        data: { fields: { [field]: expect.any(String) } },
      })
    expect(await staffCall('GET /teaching/v1/course', { id: 'x' }, teacher.token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await staffCall('GET /teaching/v1/course', { id: randomUUID() }, teacher.token)).toMatchObject({
      key: 'teaching.notFound',
    })
    expect(await staffCall('GET /teaching/v1/courses', { state: 'GONE' }, teacher.token)).toMatchObject({
      key: 'common.invalid',
    })
    expect(await staffCall('GET /teaching/v1/teachers', { page: '0' }, teacher.token)).toMatchObject({
      key: 'common.invalid',
    })
  })

  it('a course can have an uploaded cover', async () => {
    const picture = { purpose: 'PICTURE', name: 'cover.png', content: makeOnePixelPng() } as const
    const { id, url } = await uploadStaffFile(teacher.token, picture)
    const input = await freshCourse({ coverFileId: id })
    expect(await saveCourse(input)).toMatchObject({ code: 1 })
    expect(await courseOf(input.id)).toMatchObject({ coverUrl: url })
  })
})

describe('draft of a course', () => {
  const draftOf = async (courseId: string) => ({
    courseId,
    baseId: (await courseOf(courseId)).current?.id ?? null,
    versionId: null,
    revision: 0,
    lessons: [await makeVideoDraftLesson(40), await makeVideoDraftLesson(50)],
    rules: testExamRules,
  })

  it('a course draft is separate from the published version, and saving it again changes nothing', async () => {
    const { courseId } = await makeCourse()
    const input = await draftOf(courseId)
    const first = await saveDraft(input)
    expect(first).toMatchObject({ data: { revision: 1 } })
    expect(await saveDraft(input)).toEqual(first)
    const [one, two] = input.lessons
    const turned = { ...input, ...first.data, lessons: [two, one] }
    expect(await saveDraft(turned)).toMatchObject({ data: { revision: 2 } })
    const course = await courseOf(courseId)
    expect(course.draft?.lessons.map(({ durationSeconds }) => durationSeconds)).toEqual([50, 40])
    expect(course.current?.lessons.map(({ durationSeconds }) => durationSeconds)).toEqual([30, 30])
    expect(await listAuditRowsOf(courseId)).toHaveLength(2)
  })

  it('saving a draft is refused after another change or a publication', async () => {
    const { courseId } = await makeCourse()
    const input = await draftOf(courseId)
    const { data } = await saveDraft(input)
    const other = { ...input, lessons: [await makeVideoDraftLesson(70)] }
    expect(await saveDraft(other)).toMatchObject({
      key: 'teaching.versionStale',
      data: { by: teacher.username },
    })
    await publish({ courseId, ...data, note: '' })
    expect(await saveDraft(other)).toMatchObject({ key: 'teaching.versionStale' })
    expect(await saveDraft({ ...other, courseId: randomUUID() })).toMatchObject({
      key: 'teaching.notFound',
    })
  })

  it('saving a draft is refused if it was discarded and replaced meanwhile', async () => {
    const { courseId } = await makeCourse()
    const input = await draftOf(courseId)
    const { data: first } = await saveDraft(input)
    await mustStaff('POST /teaching/v1/discard_draft', { courseId, ...first }, teacher.token)
    const late = { ...input, ...first, lessons: [await makeVideoDraftLesson(70)] }
    expect(await saveDraft(late)).toMatchObject({ key: 'teaching.versionStale' })
    const { data: second } = await saveDraft(input)
    expect(second.revision).toBe(first.revision)
    expect(await saveDraft(late)).toMatchObject({
      key: 'teaching.versionStale',
      data: { by: teacher.username },
    })
  })

  it('a draft can be discarded once', async () => {
    const { courseId } = await makeCourse()
    const { data } = await saveDraft(await draftOf(courseId))
    const discard = (change: object = {}) =>
      staffCall('POST /teaching/v1/discard_draft', { courseId, ...data, ...change }, teacher.token)
    expect(await discard({ revision: 9 })).toMatchObject({ key: 'teaching.versionStale' })
    expect(await discard({ revision: -1 })).toMatchObject({ key: 'common.invalid' })
    expect(await discard({ courseId: randomUUID() })).toMatchObject({ key: 'teaching.notFound' })
    expect(await discard()).toMatchObject({ code: 1 })
    expect(await discard()).toMatchObject({ code: 1 })
    expect((await courseOf(courseId)).draft).toBeNull()
    expect((await listAuditRowsOf(courseId)).map(({ action }) => action)).toEqual([
      'teaching.draftSaved',
      'teaching.draftDiscarded',
    ])
  })

  it.each([
    ['lessons', { lessons: [{ ...makeArticleLesson(60), title: '课' }] }],
    ['mix', { rules: { ...testExamRules, mix: [10, 0, 0, 5, 0, 0, 4, 0, 0] } }],
    ['mix', { rules: { ...testExamRules, mix: [1] } }],
    ['passMark', { rules: { ...testExamRules, passMark: 100, pointsEach: 1 } }],
    ['examSeconds', { rules: { ...testExamRules, examSeconds: 5 } }],
    ['randomCaptures', { rules: { ...testExamRules, examSeconds: 299, randomCaptures: 10 } }],
    ['singleCount', { rules: { ...testExamRules, singleCount: 1.5 } }],
  ])('a course draft with bad %s is refused: %j', async (field, change) => {
    const { courseId } = await makeCourse()
    expect(await saveDraft({ ...(await draftOf(courseId)), ...change })).toMatchObject({
      key: 'common.invalid',
      data: { fields: { [field]: expect.any(String) } },
    })
    expect((await courseOf(courseId)).draft).toBeNull()
  })
})

describe('publication and withdrawal of a course', () => {
  const draft = async (courseId: string, change: object) => {
    const { current } = await courseOf(courseId)
    const input = { courseId, baseId: current?.id ?? null, versionId: null, revision: 0 }
    const lessons = [await makeVideoDraftLesson(40)]
    const { data } = await saveDraft({ ...input, lessons, rules: { ...testExamRules, ...change } })
    return { courseId, ...data, note: '更新' }
  }

  it.each([
    ['总分', { pointsEach: 4 }],
    ['判断题需要 8 道，题库只有 7 道', { singleCount: 7, multipleCount: 5, judgeCount: 8 }],
    ['单选题（难）需要 2 道，题库只有 0 道', { mix: [0, 8, 2, 0, 5, 0, 0, 5, 0] }],
  ])('an incomplete course draft cannot be published: %s', async (words, change) => {
    const { courseId } = await makeCourse()
    const input = await draft(courseId, change)
    expect(await publish(input)).toMatchObject({
      key: 'teaching.notReady',
      msg: expect.stringContaining(words),
    })
    expect((await courseOf(courseId)).versions).toHaveLength(1)
  })

  it('old exam rules with too little time per capture can be saved but not published', async () => {
    const { courseId } = await makeCourse()
    const input = await draft(courseId, { examSeconds: 300, randomCaptures: 10 })
    const { db } = await deps()
    await db
      .updateTable('courseVersion')
      .set({ examSeconds: 60 })
      .where('courseId', '=', courseId)
      .where('publishedAt', 'is', null)
      .execute()
    expect((await courseOf(courseId)).draft).toMatchObject({ rules: { examSeconds: 60 } })
    expect(await publish(input)).toMatchObject({
      key: 'teaching.notReady',
      data: { problems: [expect.stringContaining('考试至少要 5 分钟')] },
    })
  })

  it('a course without lessons or questions cannot be published, and all problems are listed', async () => {
    const input = await freshCourse()
    await saveCourse(input)
    const courseId = input.id
    const { data } = await saveDraft({
      courseId,
      baseId: null,
      versionId: null,
      revision: 0,
      lessons: [],
      rules: testExamRules,
    })
    const answer = await publish({ courseId, ...data, note: '' })
    expect(answer.data).toMatchObject({
      problems: ['还没有课时', expect.stringContaining('单选题'), '多选题需要 5 道，题库只有 0 道', expect.any(String)],
    })
  })

  it('two simultaneous publish requests publish once with one audit row', async () => {
    const { courseId } = await makeCourse()
    const input = await draft(courseId, { passMark: 70 })
    const { version } = await courseOf(courseId)
    const twins = await Promise.all([publish(input), publish(input)])
    for (const twin of twins) expect(twin).toMatchObject({ data: { no: 2 } })
    // The version number stays, so that a course form already open can still be saved.
    expect(await courseOf(courseId)).toMatchObject({
      state: 'PUBLISHED',
      version,
      updatedBy: teacher.username,
      draft: null,
      current: { no: 2, rules: { passMark: 70 } },
      versions: [{ no: 2, note: '更新', publishedBy: teacher.username }, { no: 1 }],
    })
    expect((await listAuditRowsOf(courseId)).at(-1)).toMatchObject({
      action: 'teaching.published',
      detail: { no: 2, after: { rules: { passMark: 70 } } },
    })
    expect(await publish({ ...input, note: '别的说明' })).toMatchObject({
      key: 'teaching.versionStale',
    })
    expect(await publish({ ...input, versionId: randomUUID() })).toMatchObject({
      key: 'teaching.notFound',
    })
    expect(await publish({ ...input, note: '长'.repeat(201) })).toMatchObject({
      key: 'common.invalid',
    })
  })

  it('an elective can be withdrawn, but not a course that a plan needs', async () => {
    const three = [{ required: true }, { required: false }, { required: false }]
    const plan = await makePlan({ courses: three })
    const [required, elective, another] = plan.courses.map(({ courseId }) => courseId)
    const withdraw = (id: unknown, withdrawn: boolean, reason = '内容已过时') =>
      staffCall('POST /teaching/v1/withdraw', { id, withdrawn, reason }, teacher.token)
    expect(await withdraw(required, true)).toMatchObject({
      key: 'teaching.neededByPlan',
      data: { year: plan.year },
    })
    for (let time = 0; time < 2; time += 1)
      expect(await withdraw(elective, true)).toMatchObject({ data: { state: 'WITHDRAWN' } })
    expect(await courseOf(elective ?? '')).toMatchObject({
      state: 'WITHDRAWN',
      version: 1,
      updatedBy: teacher.username,
    })
    // The plan requires 120 tenths: 60 from the required course and 60 from this one.
    expect(await withdraw(another, true)).toMatchObject({
      key: 'teaching.neededByPlan',
      data: { year: plan.year },
    })
    expect(await withdraw(elective, false)).toMatchObject({ data: { state: 'PUBLISHED' } })
    expect((await listAuditRowsOf(elective ?? '')).map(({ action }) => action)).toEqual([
      'teaching.withdrawn',
      'teaching.restored',
    ])
    const unpublished = await freshCourse()
    await saveCourse(unpublished)
    expect(await withdraw(unpublished.id, true)).toMatchObject({ key: 'teaching.notPublished' })
    expect(await withdraw(randomUUID(), true)).toMatchObject({ key: 'teaching.notFound' })
    expect(await withdraw(elective, true, '')).toMatchObject({ key: 'common.invalid' })
  })
})

describe('permissions of the teaching desk', () => {
  const writes = [
    'POST /teaching/v1/save_teacher',
    'POST /teaching/v1/save_course',
    'POST /teaching/v1/save_draft',
    'POST /teaching/v1/discard_draft',
    'POST /teaching/v1/publish',
    'POST /teaching/v1/withdraw',
  ] as const

  it('staff who may only read courses cannot edit them', async () => {
    const reader = await makeStaff({ permissions: ['teaching.read'] })
    for (const key of writes) expect(await staffCall(key, {}, reader.token)).toMatchObject({ key: 'staff.forbidden' })
  })

  it('the permission to edit courses does not allow publication', async () => {
    const editor = await makeStaff({ permissions: ['teaching.read', 'teaching.edit'] })
    expect(await staffCall('POST /teaching/v1/publish', {}, editor.token)).toMatchObject({
      key: 'staff.forbidden',
    })
  })
})
