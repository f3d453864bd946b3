import { randomUUID } from 'node:crypto'
import { clientBase } from '@ce/contract'
import type { LoadCaller } from './load.ts'
import type { BenchStudent } from './people.ts'
import type { BenchPortal } from './portal.ts'

export const heartbeatPath = `${clientBase}/course/v1/learn_process`

/** A simulated lesson page that plays without end and sends a heartbeat every 15 s. */
export function createHeartbeatPage(student: BenchStudent): LoadCaller {
  const fixed = {
    id: student.signCourseId,
    lessonId: student.lessonId,
    playSessionId: randomUUID(),
  }
  let seq = -1
  return {
    token: student.token,
    next: () => {
      seq += 1
      const position = seq * 15
      const intervals = seq === 0 ? [] : [[position - 15, position]]
      return JSON.stringify({ ...fixed, seq, event: seq ? 'beat' : 'start', position, intervals })
    },
  }
}

/** Gives each student enough allowance for all heartbeats, and a presence check only in the far future. */
export async function giveStudyTime({ deps }: BenchPortal): Promise<void> {
  await deps.pool.query(
    'update study_clock set version = version + 1, allowance_ds = 1000000000, presence_left_ds = 1000000000',
  )
}

/** @returns the answer @throws Error on a refusal */
export async function startHeartbeatPage(origin: string, one: LoadCaller): Promise<string> {
  const response = await fetch(origin + heartbeatPath, {
    method: 'POST',
    headers: { authorization: one.token, 'content-type': 'application/json' },
    body: one.next(),
  })
  const text = await response.text()
  if (!text.startsWith('{"code":1,')) throw new Error(`start refused: ${text}`)
  return text
}
