import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { listAuditRowsOf } from '../../../test/audit.ts'
import { makeCourse } from '../../../test/factories/catalogue.ts'
import { callStaffUpload, uploadStaffFile } from '../../../test/factories/file.ts'
import { makeStaff } from '../../../test/factories/staff.ts'
import {
  makeTeacher,
  makeVideo,
  makeVideoLesson,
  teacherInput,
  testExamRules,
} from '../../../test/factories/teaching.ts'
import { mustStaff, sendRawRequest, staffCall } from '../../../test/world.ts'

const media = new URL('../../../seeds/media/', import.meta.url)

const teacher = await makeStaff({ permissions: ['teaching.read', 'teaching.edit'] })
const film = await readFile(new URL('diabetes-counselling-1.mp4', media))
const lowFilm = await readFile(new URL('diabetes-counselling-1.low.mp4', media))

const saveTeacher = (input: unknown) => staffCall('POST /teaching/v1/save_teacher', input, teacher.token)
const saveDraft = (input: unknown) => staffCall('POST /teaching/v1/save_draft', input, teacher.token)
const courseOf = (id: string) => mustStaff('GET /teaching/v1/course', { id }, teacher.token)

describe('teachers desk', () => {
  it('teachers can be created, changed and found, and each change is audited', async () => {
    const name = `王${Math.random().toString(36).slice(2, 8)}`
    const input = { id: randomUUID(), version: 0, content: teacherInput({ name }) }
    const twins = await Promise.all([saveTeacher(input), saveTeacher(input)])
    for (const twin of twins) expect(twin).toMatchObject({ data: { id: input.id, version: 1 } })
    const content = teacherInput({ name, titleCode: 2 })
    expect(await saveTeacher({ ...input, version: 1, content })).toMatchObject({
      data: { version: 2 },
    })
    expect(await saveTeacher({ ...input, version: 1, content })).toMatchObject({
      data: { version: 2 },
    })
    const found = await mustStaff('GET /teaching/v1/teachers', { keyword: name }, teacher.token)
    expect(found).toMatchObject({ total: 1, list: [{ ...content, courses: 0, version: 2 }] })
    expect(await listAuditRowsOf(input.id)).toMatchObject([
      { detail: { after: { titleCode: 1 } } },
      { detail: { before: { titleCode: 1 }, after: { titleCode: 2 } } },
    ])
  })

  it('saving a teacher refuses stale, unknown and invalid input', async () => {
    const id = await makeTeacher(teacher.token)
    await saveTeacher({ id, version: 1, content: teacherInput({ intro: '甲' }) })
    expect(await saveTeacher({ id, version: 1, content: teacherInput({ intro: '乙' }) })).toMatchObject({
      key: 'teaching.versionStale',
      data: { by: teacher.username },
    })
    expect(await saveTeacher({ id: randomUUID(), version: 3, content: teacherInput() })).toMatchObject({
      key: 'teaching.teacherNotFound',
    })
    for (const [field, change] of [
      ['name', { name: '王' }],
      ['titleCode', { titleCode: 9 }],
      ['intro', { intro: '长'.repeat(501) }],
    ] as const)
      expect(await saveTeacher({ id: randomUUID(), version: 0, content: teacherInput(change) })).toMatchObject({
        key: 'common.invalid',
        data: { fields: { [field]: expect.any(String) } },
      })
  })
})

describe('lessons of a draft', () => {
  it('draft lessons are uploaded films with their properties and a preview link for the staff member', async () => {
    const { courseId } = await makeCourse()
    const video = await uploadStaffFile(teacher.token, {
      purpose: 'LESSON',
      name: '第一讲.mp4',
      content: film,
    })
    expect(video).toMatchObject({ media: { video: 'H.264', audio: 'AAC' } })
    expect((await sendRawRequest(video.url, { method: 'HEAD' })).status).toBe(200)
    const low = await uploadStaffFile(teacher.token, {
      purpose: 'LESSON',
      name: '第一讲.省流量.mp4',
      content: lowFilm,
    })
    const captions = await uploadStaffFile(teacher.token, {
      purpose: 'LESSON_CAPTIONS',
      name: '第一讲.vtt',
      content: Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n第一条'),
    })
    const { current } = await courseOf(courseId)
    const files = { videoFileId: video.id, lowVideoFileId: low.id, captionsFileId: captions.id }
    const lessons = [{ kind: 'VIDEO', title: '第一讲', ...files }]
    await saveDraft({ courseId, baseId: current?.id, versionId: null, revision: 0, lessons, rules: testExamRules })
    const [lesson] = (await courseOf(courseId)).draft?.lessons ?? []
    expect(lesson).toMatchObject({
      durationSeconds: video.media?.durationSeconds,
      videoName: '第一讲.mp4',
      lowVideoName: '第一讲.省流量.mp4',
      captionsName: '第一讲.vtt',
    })
    if (lesson?.kind !== 'VIDEO') throw new Error('no film')
    const shown = await sendRawRequest(lesson.videoUrl ?? '', { headers: { range: 'bytes=0-99' } })
    expect(shown.status).toBe(206)
    const small = await sendRawRequest(lesson.lowVideoUrl ?? '', { method: 'HEAD' })
    expect(small.headers.get('content-length')).toBe(`${lowFilm.length}`)
    expect((await sendRawRequest(lesson.captionsUrl ?? '')).status).toBe(200)
    expect((await sendRawRequest(`/files/public/${video.id}`)).status).toBe(404)
  })

  it('files that are not usable as lessons are refused', async () => {
    const { courseId } = await makeCourse()
    const baseId = (await courseOf(courseId)).current?.id
    const input = { courseId, baseId, versionId: null, revision: 0, rules: testExamRules }
    const lesson = await makeVideoLesson(40)
    for (const bad of [
      { videoFileId: randomUUID() },
      { captionsFileId: lesson.videoFileId },
      { lowVideoFileId: randomUUID() },
      { lowVideoFileId: lesson.videoFileId },
      { lowVideoFileId: await makeVideo({ seconds: 41, bytes: 10 }) },
      { lowVideoFileId: await makeVideo({ seconds: 40, bytes: 10, audio: null }) },
    ])
      expect(await saveDraft({ ...input, lessons: [{ ...lesson, ...bad }] })).toMatchObject({
        key: 'teaching.badFile',
        data: { fields: { lessons: expect.any(String) } },
      })
  })

  it('an unplayable film and faulty captions are refused with the reason', async () => {
    const bad = Buffer.from(film)
    for (let at = bad.indexOf('avc1'); at >= 0; at = bad.indexOf('avc1', at + 1)) bad.write('hvc1', at)
    expect(await callStaffUpload({ purpose: 'LESSON', name: 'a.mp4', content: bad }, teacher.token)).toMatchObject({
      key: 'file.badFilm',
      msg: expect.stringContaining('HEVC'),
    })
    const content = Buffer.from('WEBVTT\n\n00:03.000 --> 00:02.000\n甲')
    expect(await callStaffUpload({ purpose: 'LESSON_CAPTIONS', name: 'a.vtt', content }, teacher.token)).toMatchObject({
      key: 'file.badCaptions',
      msg: expect.stringContaining('第 3 行'),
    })
    const begin = (size: number, purpose = 'LESSON') =>
      staffCall('POST /file/v1/begin', { name: 'a.mp4', size, purpose }, teacher.token)
    expect(await begin(4 * 1024 ** 3)).toMatchObject({ code: 1 })
    expect(await begin(4 * 1024 ** 3 + 1)).toMatchObject({ key: 'file.tooLarge' })
    expect(await begin(600 * 1024 ** 2, 'VIDEO')).toMatchObject({ key: 'staff.forbidden' })
  })
})
