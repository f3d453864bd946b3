import { randomUUID } from 'node:crypto'
import { minPresenceAnswerMs } from '@ce/contract/presence'
import { z } from 'zod'
import type { Db } from '../../src/platform/db/database.ts'
import { advanceClock, setClock } from './clock.ts'
import { renderCameraPicture } from './pictures.ts'
import type { DemoClient } from './wire.ts'

const beatSeconds = 15

/** Watches a lesson again when setting back the clock has cost credited seconds. */
export async function studyCourse(wire: DemoClient, db: Db, signCourseId: string): Promise<void> {
  const which = { id: signCourseId }
  const first = await wire('GET /course/v1/learn_course_detail', which)
  for (const lesson of first.lessons) await studyLesson(wire, db, signCourseId, lesson)
  const { lessons } = await wire('GET /course/v1/learn_course_detail', which)
  for (const lesson of lessons) if (!lesson.done) await studyLesson(wire, db, signCourseId, { ...lesson, resumeAt: 0 })
}

/** Watches a lesson from the resume point to `until`, in seconds. */
export async function studyLesson(
  wire: DemoClient,
  db: Db,
  signCourseId: string,
  lesson: { id: string; durationSeconds: number; resumeAt: number },
  until = lesson.durationSeconds,
): Promise<void> {
  const playSessionId = randomUUID()
  let seq = 0
  const beat = (event: string, position: number, intervals: [number, number][] = [], presenceId?: string) =>
    wire('POST /course/v1/learn_process', {
      id: signCourseId,
      lessonId: lesson.id,
      playSessionId,
      seq: seq++,
      event,
      position,
      intervals,
      presenceId,
    })
  let at = lesson.resumeAt
  await beat('start', at)
  while (at < until) {
    const next = Math.min(until, Math.round((at + beatSeconds) * 10) / 10)
    await advanceClock(db, next - at + 0.2)
    const { presence, serverNow } = await beat(next < until ? 'beat' : 'end', next, [[at, next]])
    if (presence && Date.parse(presence.dueAt) + minPresenceAnswerMs <= Date.parse(serverNow))
      await beat('presence', next, [], presence.id)
    at = next
  }
}

export async function submitCourseEvaluation(wire: DemoClient, signCourseId: string): Promise<void> {
  await wire('POST /course/v1/evaluate', {
    id: signCourseId,
    content: 5,
    teacher: 5,
    usefulness: 4,
    text: '内容贴近门店工作，讲得清楚。',
  })
}

/** NONE: no camera. STEADY: every capture works. LOST: the camera fails after the first capture. */
export type DemoCamera = 'NONE' | 'STEADY' | 'LOST'

/** Without a working camera the attempt needs a review. @returns the attempt id */
export async function takeDemoExam(
  wire: DemoClient,
  db: Db,
  which: { signId: string; id: string },
  camera: DemoCamera,
  result: 'RIGHT' | 'NOTHING' = 'RIGHT',
): Promise<string> {
  const { consent } = await wire('GET /exam/v1/info', which)
  const mode = camera === 'NONE' ? 'MANUAL' : 'CAMERA'
  await wire('POST /exam/v1/consent', { ...which, mode, version: consent.version })
  const sitting = await wire('GET /exam/v1/start', which)
  const end = Date.parse(sitting.serverNow) + 870_000
  const answers = result === 'RIGHT' ? await rightAnswers(db, sitting.questions) : {}
  const due = sitting.captures.filter(({ dueAt }) => Date.parse(dueAt) < end)
  for (const { no, dueAt } of mode === 'CAMERA' ? due : []) {
    await setClock(db, new Date(Date.parse(dueAt) + 2000))
    const what =
      camera === 'LOST' && no > 1
        ? { failure: '摄像头已断开' }
        : {
            fileId: await wire.upload('CAPTURE', `抓拍-${no}.png`, await renderCameraPicture(end / 1000 + no)),
          }
    await wire('POST /exam/v1/exam_capture', { attemptId: sitting.attemptId, no, ...what })
  }
  await setClock(db, new Date(end))
  const { attemptId, savedSeq } = sitting
  await wire('POST /exam/v1/submit_exam', { attemptId, seq: savedSeq + 1, answers })
  return attemptId
}

type Questions = { id: string; options: { id: string; text: string }[] }[]

/** Finds the right options by their texts, because each paper shuffles their letters. */
async function rightAnswers(db: Db, questions: Questions): Promise<Record<string, string[]>> {
  const rows = await db
    .selectFrom('question')
    .select(['id', 'options', 'answer'])
    .where(
      'id',
      'in',
      questions.map((question) => question.id),
    )
    .execute()
  const texts = new Map(
    rows.map(({ id, options, answer }) => [
      id,
      bankOptions
        .parse(options)
        .filter((option) => answer.includes(option.id))
        .map((option) => option.text),
    ]),
  )
  return Object.fromEntries(
    questions.map(({ id, options }) => [
      id,
      options.filter((option) => texts.get(id)?.includes(option.text)).map((option) => option.id),
    ]),
  )
}

const bankOptions = z.array(z.object({ id: z.string(), text: z.string() }))
