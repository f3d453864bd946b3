import { toAnswers } from '../../src/modules/exam/store/attempts.ts'
import { type Candidate, type Chosen, isSame } from './candidate.ts'
import type { Outcome } from './ours.ts'
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
    const lacks = ([id, { options }]: [string, Chosen]) => !isSame(options, graded[id])
    const mayGiveWay = ([, { at }]: [string, Chosen]) => one.usesTwo || at > bell - bellMs
    const untold = [...one.chosen].filter(
      (each) =>
        lacks(each) && !one.warned.has(each[0]) && !(mayGiveWay(each) && one.told.has(each[0])),
    )
    // the notice of what a page had left says how many, not which
    const isTold = untold.every(mayGiveWay) && untold.length <= left.warned
    const missing = isTold ? [] : untold
    if (missing.length === 0 && left.waiting === 0) continue
    const what = missing.map(
      ([id]) => `lacks ${one.chosen.get(id)?.options} of ${id}, has ${graded[id]}`,
    )
    const waits = `${left.waiting} wait, ${left.warned} warned of, by ${attempt?.submittedBy}`
    lost.push([waits, ...what, ...one.story].join('\n  '))
  }
  return lost
}

/** What lies on the devices: unsent answers, and of how many the server's word was that they gave way, or were refused. */
async function leftOf({ devices }: Candidate): Promise<{ waiting: number; warned: number }> {
  const pages = devices.flatMap((device) => [...device.pages])
  const left = (await Promise.all(pages.map((page) => page.ours.left()))).flat()
  return {
    waiting: sum(left.map(({ unsaved }) => Object.keys(unsaved).length)),
    warned: sum(left.map(({ paper }) => warnedBy(paper.outcome))),
  }
}

function warnedBy(outcome: Outcome | null): number {
  if (outcome?.kind === 'refused') return Number.POSITIVE_INFINITY
  return (outcome?.newer ?? 0) + (outcome?.over ?? 0)
}

const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)
