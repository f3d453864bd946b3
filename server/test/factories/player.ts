import { randomUUID } from 'node:crypto'
import { call } from '../world.ts'
import { makePlan } from './catalogue.ts'
import { makeSign } from './sign.ts'

/** A signed-up student in front of the first lesson of a course. */
export async function learner(lessonSeconds = [600, 600]) {
  const sign = await makeSign({ plan: await makePlan({ courses: [{ lessonSeconds }] }) })
  const course = sign.courses[0]
  if (!course) throw new Error('no course')
  return { ...sign, course, player: player(sign.student.token, course.id, course.lessonIds[0]) }
}

/** The most that seconds of a clock can earn: with the grace of five, and tenths that are cut off. */
export const mostIn = (seconds: number) => seconds + 5.2

/** One open page: sends beats with rising seq. */
export function player(token: string, id: string, lessonId = '') {
  const playSessionId = randomUUID()
  let seq = 0
  const body = (change: Record<string, unknown> = {}) => ({
    id,
    lessonId,
    playSessionId,
    seq,
    event: seq === 0 ? 'start' : 'beat',
    position: 0,
    intervals: [],
    ...change,
  })
  const send = (change: Record<string, unknown> = {}) => {
    const sent = body(change)
    seq = Math.max(seq, sent.seq) + 1
    return call('POST /course/v1/learn_process', sent, token)
  }
  return {
    body,
    send,
    start: () => send({ event: 'start' }),
    watch: (from: number, to: number, change = {}) =>
      send({ intervals: [[from, to]], position: to, ...change }),
  }
}
