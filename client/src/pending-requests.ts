import { unionOfIntervals } from '@ce/contract/intervals'
import { permanentRefusalText } from './answers.ts'
import { sendHeartbeat } from './course.ts'
import { saveAnswer, sendOfflineSubmission } from './exam.ts'
import { sendAllUnsentAnswers } from './exam-attempt/send-unsent-answers.ts'
import { readUnsentAnswers } from './exam-attempt/stored-papers.ts'
import { withAgeSeconds } from './lesson-player/created-at.ts'
import { totalIntervalLength } from './lesson-player/intervals.ts'
import { flushAllPlayers } from './lesson-player/open-players.ts'
import type { Heartbeat } from './lesson-player/state.ts'
import { readStoredHeartbeats, storeHeartbeats } from './lesson-player/stored-heartbeats.ts'

export interface PendingRequests {
  /** Whole seconds of unsent study. */
  seconds: number
  /** Number of exam questions with unsent answers. */
  answers: number
}

/** Milliseconds after which waiting work is reported as unsent. */
const patienceMs = 6000

/** Sends waiting work and returns what signing out would lose. */
export async function sendPendingRequests(studentId: string): Promise<PendingRequests> {
  const wait = new Promise((resolve) => setTimeout(resolve, patienceMs))
  await Promise.race([sendAll(studentId), wait])
  return readUnsent(studentId)
}

async function sendAll(studentId: string): Promise<void> {
  const answers = sendAllUnsentAnswers(studentId, { save: saveAnswer, seal: sendOfflineSubmission })
  const told = await flushAllPlayers()
  // Send stored heartbeats only if no player is open, because an open player sends its own and earlier heartbeats.
  if (!told) await sendBeats(studentId)
  await answers
}

async function sendBeats(studentId: string): Promise<void> {
  for (const beat of await readStoredHeartbeats(studentId)) {
    const settled = await sendHeartbeat(withAgeSeconds(beat)).then(
      () => true,
      (error: unknown) => permanentRefusalText(error) !== null,
    )
    if (!settled) return
    void storeHeartbeats(studentId, { added: [], settled: [beat] })
  }
}

async function readUnsent(studentId: string): Promise<PendingRequests> {
  const [beats, papers] = await Promise.all([readStoredHeartbeats(studentId), readUnsentAnswers(studentId)])
  const answers = papers.reduce((sum, { unsaved }) => sum + Object.keys(unsaved).length, 0)
  return { seconds: countStudySeconds(beats), answers }
}

/** Each second of a lesson counts once, even if several heartbeats contain it. */
export function countStudySeconds(beats: readonly Heartbeat[]): number {
  const lessons = new Map<string, Heartbeat['intervals']>()
  for (const { id, lessonId, intervals } of beats) {
    const key = `${id} ${lessonId}`
    lessons.set(key, [...(lessons.get(key) ?? []), ...intervals])
  }
  const sum = [...lessons.values()].reduce((all, one) => all + totalIntervalLength(unionOfIntervals(one)), 0)
  return Math.round(sum)
}
