import { randomUUID } from 'node:crypto'
import { presenceSoonestMs } from '@ce/contract/presence'
import { z } from 'zod'
import type { Db } from '../../src/platform/db/database.ts'
import { passSeconds, setClock } from './clock.ts'
import { drawSitter } from './pictures.ts'
import type { Wire } from './wire.ts'

const beatSeconds = 15

/**
 * Watches every lesson of a course to its end, beat by beat, and answers the presence checks. A machine that sets its clock back
 * meanwhile takes seconds from a beat, as it would from a person: the lesson is watched again.
 */
export async function studyCourse(wire: Wire, db: Db, signCourseId: string): Promise<void> {
  const which = { id: signCourseId }
  const first = await wire('GET /course/v1/learn_course_detail', which)
  for (const lesson of first.lessons) await studyLesson(wire, db, signCourseId, lesson)
  const { lessons } = await wire('GET /course/v1/learn_course_detail', which)
  for (const lesson of lessons)
    if (!lesson.done) await studyLesson(wire, db, signCourseId, { ...lesson, resumeAt: 0 })
}

/** Watches a lesson from where it was left up to `until` (seconds; its whole length by default). */
export async function studyLesson(
  wire: Wire,
  db: Db,
  signCourseId: string,
  lesson: { id: string; durationSeconds: number; resumeAt: number },
  until = lesson.durationSeconds,
): Promise<void> {
  const playSessionId = randomUUID()
  let seq = 0
  const beat = (
    event: string,
    position: number,
    intervals: [number, number][] = [],
    presenceId?: string,
  ) =>
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
    await passSeconds(db, next - at + 0.2)
    const { presence, serverNow } = await beat(next < until ? 'beat' : 'end', next, [[at, next]])
    if (presence && Date.parse(presence.dueAt) + presenceSoonestMs <= Date.parse(serverNow))
      await beat('presence', next, [], presence.id)
    at = next
  }
}

export async function evaluateCourse(wire: Wire, signCourseId: string): Promise<void> {
  await wire('POST /course/v1/evaluate', {
    id: signCourseId,
    content: 5,
    teacher: 5,
    usefulness: 4,
    text: '内容贴近门店工作，讲得清楚。',
  })
}

/** A pharmacy's old desktop has none; one takes every picture; one is lost after the first. */
export type Camera = 'NONE' | 'STEADY' | 'LOST'

/**
 * Sits the course's exam in a quarter of an hour with every answer right, or none. What is right is read from the bank, as only a
 * seed may. Without a camera, or with one that is lost, the attempt stands for review.
 * @returns the attempt
 */
export async function sitExam(
  wire: Wire,
  db: Db,
  which: { signId: string; id: string },
  camera: Camera,
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
            fileId: await wire.upload(
              'CAPTURE',
              `抓拍-${no}.png`,
              await drawSitter(end / 1000 + no),
            ),
          }
    await wire('POST /exam/v1/exam_capture', { attemptId: sitting.attemptId, no, ...what })
  }
  await setClock(db, new Date(end))
  const { attemptId, savedSeq } = sitting
  await wire('POST /exam/v1/submit_exam', { attemptId, seq: savedSeq + 1, answers })
  return attemptId
}

type Questions = { id: string; options: { id: string; text: string }[] }[]

/** The options of a paper whose texts the bank holds for right: letters say nothing, they are shuffled. */
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
