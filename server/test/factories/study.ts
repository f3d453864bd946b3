import { randomUUID } from 'node:crypto'
import { must, passTime } from '../world.ts'
import type { TestSign } from './sign.ts'

/** Studies all lessons of a course. The clock of the portal moves by the length of the lessons. */
export async function finishStudy(
  sign: TestSign,
  courseIndex = 0,
  options: { evaluate?: boolean } = {},
): Promise<void> {
  const course = sign.courses[courseIndex]
  if (!course) throw new Error('the sign has no such course')
  const { token } = sign.student
  const { lessons } = await must('GET /course/v1/learn_course_detail', { id: course.id }, token)
  for (const lesson of lessons) await watch(token, course.id, lesson)
  if (options.evaluate ?? true) await evaluate(token, course.id)
}

async function watch(
  token: string,
  id: string,
  lesson: { id: string; durationSeconds: number; done: boolean },
): Promise<void> {
  if (lesson.done) return
  const end = lesson.durationSeconds
  const page = { id, lessonId: lesson.id, playSessionId: randomUUID() }
  const beat = (body: object) => must('POST /course/v1/learn_process', { ...page, ...body }, token)
  await beat({ seq: 0, event: 'start', position: 0, intervals: [] })
  await passTime(end)
  const { lessonDone } = await beat({ seq: 1, event: 'end', position: end, intervals: [[0, end]] })
  if (!lessonDone) throw new Error('a lesson watched to its end is not done')
}

/** Evaluates a course. An evaluation stays valid in a re-study round, and an identical repeat changes nothing. */
async function evaluate(token: string, id: string): Promise<void> {
  await must('POST /course/v1/evaluate', { id, content: 5, teacher: 5, usefulness: 4 }, token)
}
