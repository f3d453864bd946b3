import { unionOfIntervals } from '@ce/contract/intervals'
import { type Ranges, subtractRanges, totalLength } from '../../src/modules/learning/study/ranges.ts'
import { listLessonProgress } from '../../src/modules/learning/study/service.ts'
import { deps } from '../world.ts'
import type { SimulatedLearner } from './learner.ts'

/** Tolerance in tenths of a second, the same as for all positions. */
const tolerance = 10
/** Tenths of a second between two drafts of progress stored on the device. */
const draft = 10

export async function listCreditFaults(learners: SimulatedLearner[]): Promise<string[]> {
  const { db } = await deps()
  const rows = await listLessonProgress(
    db,
    learners.map(({ signCourseId }) => signCourseId),
  )
  const faults: string[] = []
  for (const one of learners) {
    const credited = rows.find((row) => row.signCourseId === one.signCourseId)?.coveredDs ?? []
    const shown = inTenths(one.films.flatMap((film) => film.shown))
    const watched = inTenths(one.films.flatMap((film) => film.watched))
    const lost = totalLength(subtractRanges(subtractRanges(watched, credited), inTenths(one.missed)))
    const forged = totalLength(subtractRanges(credited, shown))
    // A killed page loses what it played since its last draft, and what the device could not store.
    const mayLose = tolerance + draft * one.cuts + 10 * one.unkept
    if (lost <= mayLose && forged <= tolerance) continue
    const sums = `lost ${lost.toFixed(0)}, forged ${forged.toFixed(0)}`
    faults.push([sums, `watched ${say(watched)}`, `credited ${say(credited)}`, ...one.story].join('\n  '))
  }
  return faults
}

const inTenths = (all: Ranges) => unionOfIntervals(all.map(([from, to]): [number, number] => [10 * from, 10 * to]))
const say = (all: Ranges) => all.map(([a, b]) => `${a.toFixed(0)}–${b.toFixed(0)}`).join(' ')
