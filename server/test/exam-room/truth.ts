import { toAnswers } from '../../src/modules/exam/store/attempts.ts'
import { type Candidate, isSame } from './candidate.ts'
import type { Outcome } from './page.ts'
import { attemptsOf } from './room.ts'

/** two pages of a browser need not ring the bell in the same moment; ms */
const bellMs = 10_000

/**
 * What was lost in silence, with the story of how: a last choice that is not graded, or something on a device that nobody sends any more. Who sits on
 * one device loses nothing, told or not, but for what another page rings the bell over; who goes on on another may be told that something
 * gave way.
 */
export async function listLost(candidates: Candidate[]): Promise<string[]> {
  const lost: string[] = []
  for (const [one, attempt] of await attemptsOf(candidates)) {
    const left = await leftOf(one)
    const graded = attempt ? toAnswers(attempt.answers) : {}
    const bell = attempt?.deadline.getTime() ?? 0
    const missing = [...one.chosen].filter(([id, { options, at }]) => {
      const isTold = one.told.has(id) || left.outcomes.some(isWarning)
      const mayGiveWay = one.usesTwo || at > bell - bellMs
      return !isSame(options, graded[id]) && !(mayGiveWay && isTold)
    })
    if (missing.length === 0 && left.waiting === 0) continue
    const what = missing.map(
      ([id]) => `lacks ${one.chosen.get(id)?.options} of ${id}, has ${graded[id]}`,
    )
    const waits = `${left.waiting} wait, ${JSON.stringify(left.outcomes)}, by ${attempt?.submittedBy}`
    lost.push([waits, ...what, ...one.story].join('\n  '))
  }
  return lost
}

const isWarning = ({ kind, newer = 0, over = 0 }: Outcome) => kind === 'refused' || newer + over > 0

/** What lies on the devices of the server's words and of unsent answers. */
async function leftOf({ devices }: Candidate): Promise<{ waiting: number; outcomes: Outcome[] }> {
  const pages = devices.flatMap((device) => [...device.pages])
  const left = (await Promise.all(pages.map((page) => page.ours.left()))).flat()
  return {
    waiting: left.reduce((sum, { unsaved }) => sum + Object.keys(unsaved).length, 0),
    outcomes: left.flatMap(({ paper }) => paper.outcome ?? []),
  }
}
