import { joined } from '@ce/contract/stretches'
import { verdictOf } from './answers.ts'
import { learnProcess } from './course.ts'
import { saveAnswer, submitSealed } from './exam.ts'
import { readLeft } from './exam-attempt/kept-papers.ts'
import { sendPapers } from './exam-attempt/left-answers.ts'
import { keepBeats, readKeptBeats } from './lesson-player/kept-beats.ts'
import { withAge } from './lesson-player/made-at.ts'
import { tellEverything } from './lesson-player/player.ts'
import type { Beat } from './lesson-player/state.ts'
import { lengthOf } from './lesson-player/stretches.ts'

/** What only this device knows of a person's work. */
export interface Unsent {
  /** of study, whole */
  seconds: number
  /** questions of exams */
  answers: number
}

/** so long a person waits for it; what has not arrived by then is told as unsent */
const patienceMs = 6000

/** Sends what it can of what waits on this device, and tells what is left: signing out would lose it. */
export async function sendUnsent(studentId: string): Promise<Unsent> {
  const wait = new Promise((resolve) => setTimeout(resolve, patienceMs))
  await Promise.race([sendAll(studentId), wait])
  return readUnsent(studentId)
}

async function sendAll(studentId: string): Promise<void> {
  const answers = sendPapers(studentId, { save: saveAnswer, seal: submitSealed })
  const told = await tellEverything()
  // the player of an open page sends by itself, what earlier pages left included
  if (!told) await sendBeats(studentId)
  await answers
}

async function sendBeats(studentId: string): Promise<void> {
  for (const beat of await readKeptBeats(studentId)) {
    const settled = await learnProcess(withAge(beat)).then(
      () => true,
      (error: unknown) => verdictOf(error) !== null,
    )
    if (!settled) return
    void keepBeats(studentId, { added: [], settled: [beat] })
  }
}

async function readUnsent(studentId: string): Promise<Unsent> {
  const [beats, papers] = await Promise.all([readKeptBeats(studentId), readLeft(studentId)])
  const answers = papers.reduce((sum, { unsaved }) => sum + Object.keys(unsaved).length, 0)
  return { seconds: secondsOf(beats), answers }
}

/** Each second of a lesson once, however often it is told of. */
export function secondsOf(beats: readonly Beat[]): number {
  const lessons = new Map<string, Beat['intervals']>()
  for (const { id, lessonId, intervals } of beats) {
    const key = `${id} ${lessonId}`
    lessons.set(key, [...(lessons.get(key) ?? []), ...intervals])
  }
  const sum = [...lessons.values()].reduce((all, one) => all + lengthOf(joined(one)), 0)
  return Math.round(sum)
}
