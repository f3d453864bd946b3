import { randomBytes, randomUUID } from 'node:crypto'
import type { StaffCalls } from '@ce/contract'
import { moveWaitingSigns } from '../../src/modules/teaching/service/publish.ts'
import { deps, mustStaff } from '../world.ts'
import { makeStaff } from './staff.ts'

export type DraftLessonInput = StaffCalls['POST /teaching/v1/save_draft']['request']['lessons'][number]

export const testExamRules = {
  singleCount: 10,
  multipleCount: 5,
  judgeCount: 5,
  mix: null,
  pointsEach: 5,
  passMark: 60,
  examSeconds: 1800,
  attemptsPerRound: 3,
  randomCaptures: 0,
}

export const makeCourseAuthor = () => makeStaff({ permissions: ['teaching.read', 'teaching.edit', 'teaching.publish'] })

interface Film {
  seconds: number
  bytes: number
  audio: string | null
}

export async function makeVideo({ seconds = 30, bytes = 1000, audio = 'AAC' }: Partial<Film> = {}): Promise<string> {
  const { db } = await deps()
  const { id } = await db
    .insertInto('file')
    .values({
      purpose: 'LESSON',
      storageKey: `test/${randomUUID()}`,
      name: 'lesson.mp4',
      mime: 'video/mp4',
      size: bytes,
      sha256: randomBytes(32),
      media: JSON.stringify({
        container: 'MP4',
        video: 'H.264',
        audio,
        durationSeconds: seconds,
        fastStart: true,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function makeVideoLesson(seconds: number, title = `第 ${seconds} 秒`) {
  const videoFileId = await makeVideo({ seconds })
  return { kind: 'VIDEO' as const, title, videoFileId, lowVideoFileId: null, captionsFileId: null }
}

export const makeVideoDraftLesson = (seconds: number, title?: string): Promise<DraftLessonInput> =>
  makeVideoLesson(seconds, title)

/** An article lesson with a text that matches its reading time. */
export function makeArticleLesson(readingSeconds: number, title = '处方审核要点'): DraftLessonInput {
  const html = `<h2>要点</h2><p>${'审'.repeat(readingSeconds * 5 - 2)}</p>`
  return { kind: 'ARTICLE', title, html, readingSeconds }
}

interface Change {
  lessons: DraftLessonInput[]
  rules?: object
}

/** Students who have not begun the course are moved to the new version. */
export async function publishCourseDraft(token: string, courseId: string, change: Change) {
  const published = await publishCourseDraftOnly(token, courseId, change)
  await moveWaitingSigns(await deps())
  return published
}

export async function publishCourseDraftOnly(token: string, courseId: string, change: Change) {
  const course = await mustStaff('GET /teaching/v1/course', { id: courseId }, token)
  const saved = await mustStaff(
    'POST /teaching/v1/save_draft',
    {
      courseId,
      baseId: course.current?.id ?? null,
      versionId: course.draft?.id ?? null,
      revision: course.draft?.revision ?? 0,
      lessons: change.lessons,
      rules: { ...testExamRules, ...change.rules },
    },
    token,
  )
  const input = { courseId, note: '测试', ...saved }
  const answer = await mustStaff('POST /teaching/v1/publish', input, token)
  return { ...answer, input }
}

export const teacherInput = (change: object = {}) => ({
  name: '李明德',
  titleCode: 1,
  employer: '示例医科大学',
  intro: '临床药学教授',
  ...change,
})

/** @returns the id of the teacher */
export async function makeTeacher(token: string, change: object = {}): Promise<string> {
  const id = randomUUID()
  const content = teacherInput(change)
  await mustStaff('POST /teaching/v1/save_teacher', { id, version: 0, content }, token)
  return id
}
