import { toAnswersByQuestion } from '../../src/modules/exam/store/attempts.ts'
import { type Candidate, type ChosenAnswer, isSameAnswer } from './candidate.ts'
import type { OfflineSubmissionOutcome } from './exam-page.ts'
import { listCandidateAttempts } from './run.ts'

/** Milliseconds by which two pages of one browser may differ in the time at which they end the attempt. */
const bellMs = 10_000

/** With one device nothing may be lost silently; with two devices a reported loss is allowed. */
export async function listLostAnswers(candidates: Candidate[]): Promise<string[]> {
  const lost: string[] = []
  for (const [one, attempt] of await listCandidateAttempts(candidates)) {
    const left = await leftOf(one)
    const graded = attempt ? toAnswersByQuestion(attempt.answers) : {}
    const bell = attempt?.deadline.getTime() ?? 0
    const lacks = ([id, { options }]: [string, ChosenAnswer]) => !isSameAnswer(options, graded[id])
    const mayGiveWay = ([, { at }]: [string, ChosenAnswer]) => one.usesTwo || at > bell - bellMs
    const untold = [...one.chosen].filter(
      (each) => lacks(each) && !one.warned.has(each[0]) && !(mayGiveWay(each) && one.told.has(each[0])),
    )
    // The notice about a closed page tells only the number of lost answers, so it covers at most that many of them.
    const isTold = untold.every(mayGiveWay) && untold.length <= left.warned
    const missing = isTold ? [] : untold
    if (missing.length === 0 && left.waiting === 0) continue
    const what = missing.map(([id]) => `lacks ${one.chosen.get(id)?.options} of ${id}, has ${graded[id]}`)
    const waits = `${left.waiting} wait, ${left.warned} warned of, by ${attempt?.submittedBy}`
    lost.push([waits, ...what, ...one.story].join('\n  '))
  }
  return lost
}

async function leftOf({ devices }: Candidate): Promise<{ waiting: number; warned: number }> {
  const pages = devices.flatMap((device) => [...device.pages])
  const left = (await Promise.all(pages.map((page) => page.ours.left()))).flat()
  return {
    waiting: sum(left.map(({ unsaved }) => Object.keys(unsaved).length)),
    warned: sum(left.map(({ paper }) => warnedBy(paper.outcome))),
  }
}

function warnedBy(outcome: OfflineSubmissionOutcome | null): number {
  if (outcome?.kind === 'refused') return Number.POSITIVE_INFINITY
  return (outcome?.newer ?? 0) + (outcome?.over ?? 0)
}

const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)
