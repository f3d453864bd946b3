import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectMoneyToAddUp } from '../../../../test/factories/order.ts'
import { controlChannel } from '../../../../test/factories/wechat.ts'
import { buildMoneyCasePlots } from '../../../../test/money/case-story-steps.ts'
import {
  addCasesToError,
  finishStory,
  requireFinalMoney,
  requireMoneyInvariants,
  requireOnePayableOrder,
} from '../../../../test/money/check-books.ts'
import { clearStoryLeftovers, prepareForManyStories, StoryResults } from '../../../../test/money/many.ts'
import { runStoryMove, type StoryMove, startStory, storyEvents } from '../../../../test/money/moves.ts'
import { arbitraryStoryMoves, buildStoryPlots } from '../../../../test/money/stories.ts'
import { deps } from '../../../../test/world.ts'
import type { Deps } from '../../../platform/deps.ts'
import { faultLog } from '../../../platform/observability/log.ts'

/**
 * Random sequences of moves by students, staff, channels, clock and crashes. MONEY_RUNS=10000 makes new ones,
 * MONEY_SEED repeats a run, MONEY_STORY plays the given moves, MONEY_LOG writes results to a file.
 */
const { MONEY_RUNS: many, MONEY_LOG: log, MONEY_STORY: given } = process.env
const runs = Number(many ?? 4)
const patience = runs * 15_000 + 60_000
const seed = process.env.MONEY_SEED ?? (many ? undefined : '20261122')
/** A call can crash at no more than eight steps, most calls at four. */
const deepest = many ? 8 : 4
/** The short run leaves out money cases of staff, which only the long run covers. */
const allPlots = Object.entries(many ? { ...buildStoryPlots(), ...buildMoneyCasePlots() } : buildStoryPlots())
const enough = 2000
const mostFailures = 30

const seen = new Set<string>()
/** Skips a sequence that has the same moves up to the crash as an earlier one. */
function isNew(moves: StoryMove[]): boolean {
  const way = JSON.stringify(moves)
  if (seen.has(way)) return false
  seen.add(way)
  return true
}

beforeAll(() => {
  vi.spyOn(faultLog, 'error').mockImplementation(() => {})
  vi.spyOn(faultLog, 'warn').mockImplementation(() => {})
})
afterAll(async () => {
  vi.restoreAllMocks()
  await controlChannel('faults', [])
  await controlChannel('refundOutcome', { outcome: 'SUCCESS' })
  await expectMoneyToAddUp()
})

/** @returns how the orders, refunds and cases of the sequence ended */
async function tell(all: Deps, moves: StoryMove[]): Promise<string[]> {
  const mine = await startStory()
  try {
    for (const move of moves) {
      if (move.kind === 'step') await runStoryMove(all, mine, move)
      else await storyEvents[move.name](mine, move.pick)
      await requireMoneyInvariants(all, mine)
    }
    await finishStory(all, mine, true)
    return await requireFinalMoney(all, mine)
  } catch (error) {
    throw await addCasesToError(all, mine, error)
  }
}

function asMoves(text: string): StoryMove[] {
  return JSON.parse(text) as StoryMove[]
}

describe('consistency of money', () => {
  it(`books and channels agree after ${runs} random sequences of payment events with crashes`, {
    timeout: patience,
  }, async () => {
    const all = await deps()
    const told = new StoryResults(log)
    if (many) await prepareForManyStories()
    const property = fc.asyncProperty(arbitraryStoryMoves, async (moves) => {
      if (!many) return told.count(moves, await tell(all, moves))
      await tell(all, moves).then(
        (ends) => told.count(moves, ends),
        (error) => told.fail(moves, error),
      )
      await clearStoryLeftovers()
      return told.failures.length < mostFailures
    })
    const numRuns = runs
    if (given) await tell(all, asMoves(given))
    else
      await fc.assert(property, {
        numRuns,
        endOnFailure: true,
        ...(seed ? { seed: Number(seed) } : {}),
      })
    if (!many) return
    told.report()
    expect(told.failures).toEqual([])
    if (runs >= enough) expect(told.unreached()).toEqual([])
  })

  it.each(allPlots)(
    'books and channels agree after a crash at any step of %s',
    { timeout: 300_000 },
    async (_, moves) => {
      const all = await deps()
      for (const [place, move] of moves.entries()) {
        if (move.kind === 'event' || !isNew(moves.slice(0, place + 1))) continue
        let died = true
        // Once a run ends without a crash, crashes at later steps would only repeat that run.
        for (let dies = 1; dies <= deepest && died; dies += 1) {
          const mine = await startStory()
          for (const [at, each] of moves.entries()) {
            if (each.kind === 'event') await storyEvents[each.name](mine, each.pick)
            else if (at === place) died = await runStoryMove(all, mine, { ...each, dies })
            else await runStoryMove(all, mine, each)
            await requireOnePayableOrder(mine)
          }
          await finishStory(all, mine, many !== undefined)
          await requireFinalMoney(all, mine)
        }
      }
    },
  )
})
