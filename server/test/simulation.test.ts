import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Ranges, subtractRanges, totalLength } from '../src/modules/learning/study/ranges.ts'
import { listLessonProgress } from '../src/modules/learning/study/service.ts'
import { appNow } from '../src/platform/db/database.ts'
import { makePlan } from './factories/catalogue.ts'
import { makeSign } from './factories/sign.ts'
import { CheatClient, cheatHabits } from './simulation/cheating-clients.ts'
import { HonestClient, honestHabits } from './simulation/honest-clients.ts'
import { type SimulatedClient, type SimulatedStudyContext, tickDs } from './simulation/page.ts'
import { deps, passTime } from './world.ts'

const clients = 400
/** Number of 15 s intervals, few enough to end before the first presence check. */
const ticks = 28
const graceDs = 50
const lessonSeconds = 600

it('of 400 learners none is credited more than clock and reports allow, and no honest learner loses a second', {
  timeout: 600_000,
}, async () => {
  const { db } = await deps()
  const begun = (await appNow(db)).getTime()
  const all = await makeClients()
  let before = new Map<string, Ranges>()
  for (let tick = 0; tick < ticks; tick += 1) {
    await passTime(tickDs / 10)
    await Promise.all(all.map((client) => client.turn(tick)))
    const after = await coveredBy(all)
    for (const [id, covered] of before) expect(subtractRanges(covered, after.get(id) ?? [])).toEqual([])
    before = after
  }
  await Promise.all(all.map((client) => client.finish()))
  const wallDs = ((await appNow(db)).getTime() - begun) / 100
  const covered = await coveredBy(all)
  for (const client of all) {
    const credited = covered.get(client.seat.signCourseId) ?? []
    expect(totalLength(credited)).toBeLessThanOrEqual(wallDs + graceDs)
    expect(subtractRanges(credited, client.claimed)).toEqual([])
    if (client.played !== null) expect(totalLength(credited)).toBeGreaterThanOrEqual(client.played)
  }
})

async function makeClients(): Promise<SimulatedClient[]> {
  const plan = await makePlan({ courses: [{ lessonSeconds: [lessonSeconds] }] })
  const first = await deps()
  const processes: SimulatedStudyContext['processes'] = [first, { ...first }]
  const seats: SimulatedStudyContext[] = []
  while (seats.length < clients)
    seats.push(...(await Promise.all(Array.from({ length: 20 }, () => makeSeat(plan, processes)))))
  const honest = fc.sample(honestHabits(ticks), { numRuns: clients / 2, seed: 20_261_122 })
  const cheats = fc.sample(cheatHabits, { numRuns: clients / 2, seed: 20_261_122 })
  return seats.map((seat, index) => {
    const [mine, theirs] = [honest[index], cheats[index - clients / 2]]
    if (mine) return new HonestClient(seat, mine)
    if (theirs) return new CheatClient(seat, theirs)
    throw new Error('more seats than habits')
  })
}

async function makeSeat(
  plan: Awaited<ReturnType<typeof makePlan>>,
  processes: SimulatedStudyContext['processes'],
): Promise<SimulatedStudyContext> {
  const { student, courses } = await makeSign({ plan })
  const course = courses[0]
  const lessonId = course?.lessonIds[0]
  if (!course || !lessonId) throw new Error('no lesson')
  const duration = lessonSeconds * 10
  return { studentId: student.id, processes, signCourseId: course.id, lessonId, duration }
}

async function coveredBy(all: SimulatedClient[]): Promise<Map<string, Ranges>> {
  const { db } = await deps()
  const rows = await listLessonProgress(
    db,
    all.map(({ seat }) => seat.signCourseId),
  )
  return new Map(rows.map((row) => [row.signCourseId, row.coveredDs]))
}
