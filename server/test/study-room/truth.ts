import { joined } from '@ce/contract/stretches'
import { lengthOf, type Ranges, without } from '../../src/modules/study/ranges.ts'
import { listProgress } from '../../src/modules/study/service.ts'
import { deps } from '../world.ts'
import type { Learner } from './learner.ts'

/** in tenths of a second, as all here; positions on the wire are such */
const tolerance = 10
/** what a page plays is kept on the device so often */
const draft = 10

/** Who has lost what they watched, or has credited what no film of theirs has shown; with the story of how. */
export async function listFaults(learners: Learner[]): Promise<string[]> {
  const { db } = await deps()
  const rows = await listProgress(
    db,
    learners.map(({ signCourseId }) => signCourseId),
  )
  const faults: string[] = []
  for (const one of learners) {
    const credited = rows.find((row) => row.signCourseId === one.signCourseId)?.coveredDs ?? []
    const shown = inTenths(one.films.flatMap((film) => film.shown))
    const watched = inTenths(one.films.flatMap((film) => film.watched))
    const lost = lengthOf(without(without(watched, credited), inTenths(one.missed)))
    const forged = lengthOf(without(credited, shown))
    // with a killed page goes what it had played since its last draft, and what it said that nothing keeps
    const mayLose = tolerance + draft * one.cuts + 10 * one.unkept
    if (lost <= mayLose && forged <= tolerance) continue
    const sums = `lost ${lost.toFixed(0)}, forged ${forged.toFixed(0)}`
    faults.push(
      [sums, `watched ${say(watched)}`, `credited ${say(credited)}`, ...one.story].join('\n  '),
    )
  }
  return faults
}

const inTenths = (all: Ranges) =>
  joined(all.map(([from, to]): [number, number] => [10 * from, 10 * to]))
const say = (all: Ranges) => all.map(([a, b]) => `${a.toFixed(0)}–${b.toFixed(0)}`).join(' ')
