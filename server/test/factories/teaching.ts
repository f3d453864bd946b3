import { randomBytes, randomUUID } from 'node:crypto'
import type { StaffCalls } from '@ce/contract'
import { moveWaiting } from '../../src/modules/teaching/service/move-waiting.ts'
import { deps, mustStaff } from '../world.ts'
import { makeStaff } from './staff.ts'

export type DraftLesson = StaffCalls['POST /teaching/v1/save_draft']['request']['lessons'][number]

/** rules that the bank of makeCourse (15 + 8 + 7) suffices for */
export const rules = {
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

/** One of the staff who writes courses and publishes them. */
export const makeAuthor = () =>
  makeStaff({ permissions: ['teaching.read', 'teaching.edit', 'teaching.publish'] })

interface Film {
  seconds: number
  bytes: number
  audio: string | null
}

/** A lesson's video of so many seconds as an upload would have left it; nothing can be fetched of it. */
export async function makeVideo({
  seconds = 30,
  bytes = 1000,
  audio = 'AAC',
}: Partial<Film> = {}): Promise<string> {
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

export async function videoOf(seconds: number, title = `第 ${seconds} 秒`) {
  const videoFileId = await makeVideo({ seconds })
  return { kind: 'VIDEO' as const, title, videoFileId, lowVideoFileId: null, captionsFileId: null }
}

export const lessonOf = (seconds: number, title?: string): Promise<DraftLesson> =>
  videoOf(seconds, title)

/** A lesson that is read: so many seconds, of a text that fits them. */
export function articleOf(readingSeconds: number, title = '处方审核要点'): DraftLesson {
  const html = `<h2>要点</h2><p>${'审'.repeat(readingSeconds * 5 - 2)}</p>`
  return { kind: 'ARTICLE', title, html, readingSeconds }
}

interface Change {
  lessons: DraftLesson[]
  rules?: object
}

/** Saves a draft over what is there and publishes it; who has not begun has followed. */
export async function publish(token: string, courseId: string, change: Change) {
  const published = await publishOnly(token, courseId, change)
  await moveWaiting(await deps())
  return published
}

/** The same before the job has come. */
export async function publishOnly(token: string, courseId: string, change: Change) {
  const course = await mustStaff('GET /teaching/v1/course', { id: courseId }, token)
  const saved = await mustStaff(
    'POST /teaching/v1/save_draft',
    {
      courseId,
      baseId: course.current?.id ?? null,
      versionId: course.draft?.id ?? null,
      revision: course.draft?.revision ?? 0,
      lessons: change.lessons,
      rules: { ...rules, ...change.rules },
    },
    token,
  )
  const input = { courseId, note: '测试', ...saved }
  const answer = await mustStaff('POST /teaching/v1/publish', input, token)
  return { ...answer, input }
}

/** A teacher as the desk writes one. */
export const teacherContent = (change: object = {}) => ({
  name: '李明德',
  titleCode: 1,
  employer: '示例医科大学',
  intro: '临床药学教授',
  ...change,
})

/** The id of a teacher the desk made. */
export async function makeTeacher(token: string, change: object = {}): Promise<string> {
  const id = randomUUID()
  const content = teacherContent(change)
  await mustStaff('POST /teaching/v1/save_teacher', { id, version: 0, content }, token)
  return id
}
