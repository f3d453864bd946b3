import { appNow } from '../../src/platform/db/database.ts'
import { makePlan } from '../factories/catalogue.ts'
import { makeSign } from '../factories/sign.ts'
import { RoomClock } from '../rooms/clock.ts'
import { waitUntilQuiet } from '../rooms/network.ts'
import { loadPageScript } from '../rooms/page.ts'
import { renewSession } from '../rooms/person.ts'
import { deps } from '../world.ts'
import type { LearnerHabits } from './behaviours.ts'
import { SimulatedLearner, type StudyScript } from './learner.ts'

/** Learners give up after this multiple of the lesson's length. */
const longest = 4
/** Seconds after the last visit in which requests that still wait are sent. */
const settleSeconds = 120
/** Longest interval between presence checks in seconds, shorter than the portal's. */
const longestAsked = 600
const askSoonerEvery = 20

export async function createLearners(duration: number, all: LearnerHabits[]) {
  const { db } = await deps()
  const plan = await makePlan({ courses: [{ lessonSeconds: [duration] }] })
  const script = (await loadPageScript('study-page.ts')) as StudyScript
  const clock = new RoomClock((await appNow(db)).getTime())
  const learners = await Promise.all(
    all.map(async (habits) => {
      const sign = await makeSign({ plan })
      const session = await renewSession(sign.student.id)
      return new SimulatedLearner({ clock, script, lapse: renewSession }, sign, { session, duration, habits })
    }),
  )
  return { clock, learners, duration }
}

/** Sets earlier presence checks than the portal would, because the lesson is short. */
async function askSooner(learners: SimulatedLearner[]): Promise<void> {
  const { db } = await deps()
  for (const { sign, asked } of learners)
    if (asked !== null)
      await db
        .updateTable('studyClock')
        .set({ presenceLeftDs: asked * 10 })
        .where('studentId', '=', sign.student.id)
        .where('presenceLeftDs', '>', longestAsked * 10)
        .execute()
}

/** Runs until all learners have finished or given up and no request is waiting. */
export async function runStudyRoom({
  clock,
  learners,
  duration,
}: Awaited<ReturnType<typeof createLearners>>): Promise<void> {
  const second = async () => {
    await clock.pass(1000)
    for (const one of learners) one.turn()
    await waitUntilQuiet()
  }
  const isOver = () => learners.every(({ isDone }) => isDone)
  for (let no = 0; no < longest * duration && !isOver(); no += 1) {
    await second()
    if (no % askSoonerEvery === 0) await askSooner(learners)
  }
  for (const one of learners) one.lookIn()
  for (let no = 0; no < settleSeconds; no += 1) await second()
}
