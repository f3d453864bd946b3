import { appNow } from '../../src/platform/db/database.ts'
import { makePlan } from '../factories/catalogue.ts'
import { makeSign } from '../factories/sign.ts'
import { RoomClock } from '../rooms/clock.ts'
import { quiet } from '../rooms/line.ts'
import { pageScript } from '../rooms/page.ts'
import { lapse } from '../rooms/person.ts'
import { deps } from '../world.ts'
import type { Habits } from './habits.ts'
import { Learner, type StudyScript } from './learner.ts'

/** s after which whoever has not seen all of it gives up */
const longest = 4
/** s after they looked in: what waited is sent */
const settleSeconds = 120
/** s: more than anybody's, and less than the portal draws */
const longestAsked = 600
const askSoonerEvery = 20

/** Whoever watches a lesson of so many seconds, each by their habits. */
export async function seat(duration: number, all: Habits[]) {
  const { db } = await deps()
  const plan = await makePlan({ courses: [{ lessonSeconds: [duration] }] })
  const script = (await pageScript('study-page.ts')) as StudyScript
  const clock = new RoomClock((await appNow(db)).getTime())
  const learners = await Promise.all(
    all.map(async (habits) => {
      const sign = await makeSign({ plan })
      const session = await lapse(sign.student.id)
      return new Learner({ clock, script, lapse }, sign, { session, duration, habits })
    }),
  )
  return { clock, learners, duration }
}

/** Draws presence checks anew, sooner than the portal does: a lesson of an hour would have as many. */
async function askSooner(learners: Learner[]): Promise<void> {
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

/** Second by second, until everybody has seen all of it or has given up, has looked in once more, and nothing waits any longer. */
export async function run({
  clock,
  learners,
  duration,
}: Awaited<ReturnType<typeof seat>>): Promise<void> {
  const second = async () => {
    await clock.pass(1000)
    for (const one of learners) one.turn()
    await quiet()
  }
  const isOver = () => learners.every(({ isDone }) => isDone)
  for (let no = 0; no < longest * duration && !isOver(); no += 1) {
    await second()
    if (no % askSoonerEvery === 0) await askSooner(learners)
  }
  for (const one of learners) one.lookIn()
  for (let no = 0; no < settleSeconds; no += 1) await second()
}
