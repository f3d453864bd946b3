import { randomUUID } from 'node:crypto'
import { call } from '../world.ts'
import { makePlan } from './catalogue.ts'
import { makeSign } from './sign.ts'

export async function makeLearner(lessonSeconds = [600, 600]) {
  const sign = await makeSign({ plan: await makePlan({ courses: [{ lessonSeconds }] }) })
  const course = sign.courses[0]
  if (!course) throw new Error('no course')
  return { ...sign, course, player: makeTestPlayer(sign.student.token, course.id, course.lessonIds[0]) }
}

export const maxCreditFor = (seconds: number) => seconds + 5.2

export function makeTestPlayer(token: string, id: string, lessonId = '') {
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
    watch: (from: number, to: number, change = {}) => send({ intervals: [[from, to]], position: to, ...change }),
  }
}
