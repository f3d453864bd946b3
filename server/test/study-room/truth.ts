import { joined, type Stretch } from '@ce/contract/stretches'
import { listProgress } from '../../src/modules/study/service.ts'
import { deps } from '../world.ts'
import type { Learner } from './learner.ts'

/** s: positions on the wire are tenths */
const tolerance = 1
/** s: what a page plays is kept on the device so often */
const draftSeconds = 1

/** Who has lost what they watched, or has credited what no film of theirs has shown; with the story of how. */
export async function listFaults(learners: Learner[]): Promise<string[]> {
  const { db } = await deps()
  const rows = await listProgress(
    db,
    learners.map(({ signCourseId }) => signCourseId),
  )
  const faults: string[] = []
  for (const one of learners) {
    const tenths = rows.find(({ signCourseId }) => signCourseId === one.signCourseId)?.coveredDs
    const credited = (tenths ?? []).map(([from, to]): Stretch => [from / 10, to / 10])
    const shown = joined(one.films.flatMap((film) => film.shown))
    const watched = joined(one.films.flatMap((film) => film.watched))
    const lost = lengthOf(without(watched, credited))
    const forged = lengthOf(without(credited, shown))
    // with a killed page goes what it had played since its last draft, and what it said that nothing keeps
    const mayLose = tolerance + draftSeconds * one.cuts + one.unkept
    if ((lost <= mayLose || one.missed) && forged <= tolerance) continue
    const sums = `lost ${lost.toFixed(1)} s, forged ${forged.toFixed(1)} s`
    faults.push(
      [sums, `watched ${say(watched)}`, `credited ${say(credited)}`, ...one.story].join('\n  '),
    )
  }
  return faults
}

const say = (all: Stretch[]) => all.map(([a, b]) => `${a.toFixed(1)}–${b.toFixed(1)}`).join(' ')
const lengthOf = (all: Stretch[]) => all.reduce((sum, [from, to]) => sum + to - from, 0)

/** What of the one is not in the other; both joined. */
function without(some: Stretch[], others: Stretch[]): Stretch[] {
  return others.reduce(
    (left, [from, to]) =>
      left
        .flatMap(([a, b]): Stretch[] => [
          [a, Math.min(b, from)],
          [Math.max(a, to), b],
        ])
        .filter(([a, b]) => a < b),
    some,
  )
}
