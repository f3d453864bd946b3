import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { expectMoneyToAddUp } from '../../../test/factories/order.ts'
import { control } from '../../../test/factories/wechat.ts'
import { casePlots } from '../../../test/money/case-plots.ts'
import { parkLeft, prepareForMany, Telling } from '../../../test/money/many.ts'
import { begin, events, type Move, run } from '../../../test/money/moves.ts'
import { plots, story } from '../../../test/money/stories.ts'
import {
  requireNow,
  requireOnePayable,
  requireTruth,
  settle,
  withCases,
} from '../../../test/money/truth.ts'
import { deps } from '../../../test/world.ts'
import type { Deps } from '../../platform/deps.ts'
import { faultLog } from '../../platform/observability/log.ts'

/**
 * The payment machine against the simulated channels: any steps of students, staff, channels and clock, in any order, the
 * process dying between any two of its own. At every moment and afterwards the channels' books and ours must tell the same. The
 * suite’s eight are the same ones each time; MONEY_RUNS=10000 tells new ones, MONEY_SEED the same ones again, MONEY_STORY the one whose
 * moves it names. MONEY_LOG is a file that has what was reached so far, and each story that failed.
 */
const { MONEY_RUNS: many, MONEY_LOG: log, MONEY_STORY: given } = process.env
const runs = Number(many ?? 8)
const patience = runs * 15_000 + 60_000
const seed = process.env.MONEY_SEED ?? (many ? undefined : '20261122')
/** a call has eight steps at most; most have four */
const deepest = many ? 8 : 4
/** the suite’s share is short: what staff decide dies in the thousands of stories alone */
const allPlots = Object.entries(many ? { ...plots(), ...casePlots() } : plots())
/** so many stories come to every kind of case */
const enough = 2000
/** and so many that failed are enough to look into */
const mostFailures = 30

const seen = new Set<string>()
/** Ways begin alike: the same moves up to the same death are played once. */
function isNew(moves: Move[]): boolean {
  const way = JSON.stringify(moves)
  if (seen.has(way)) return false
  seen.add(way)
  return true
}

beforeAll(() => {
  // what a dying process says, a hundred times
  vi.spyOn(faultLog, 'error').mockImplementation(() => {})
  vi.spyOn(faultLog, 'warn').mockImplementation(() => {})
})
afterAll(async () => {
  vi.restoreAllMocks()
  await control('faults', [])
  await control('refundOutcome', { outcome: 'SUCCESS' })
  await expectMoneyToAddUp()
})

/** @returns how its orders, refunds and cases ended */
async function tell(all: Deps, moves: Move[]): Promise<string[]> {
  const mine = await begin()
  try {
    for (const move of moves) {
      if (move.kind === 'step') await run(all, mine, move)
      else await events[move.name](mine, move.pick)
      await requireNow(all, mine)
    }
    await settle(all, mine, true)
    return await requireTruth(all, mine)
  } catch (error) {
    throw await withCases(all, mine, error)
  }
}

/** As a run has written down a story that failed. */
function asMoves(text: string): Move[] {
  return JSON.parse(text) as Move[]
}

describe('money', () => {
  it(`adds up after ${runs} random stories with crashes`, { timeout: patience }, async () => {
    const all = await deps()
    const told = new Telling(log)
    if (many) await prepareForMany()
    const property = fc.asyncProperty(story, async (moves) => {
      if (!many) return told.count(moves, await tell(all, moves))
      await tell(all, moves).then(
        (ends) => told.count(moves, ends),
        (error) => told.fail(moves, error),
      )
      await parkLeft()
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

  it.each(allPlots)('survives death at any step of %s', { timeout: 300_000 }, async (_, moves) => {
    const all = await deps()
    for (const [place, move] of moves.entries()) {
      if (move.kind === 'event' || !isNew(moves.slice(0, place + 1))) continue
      let died = true
      // with one step more than there are it lives, and with two more it would do the very same again
      for (let dies = 1; dies <= deepest && died; dies += 1) {
        const mine = await begin()
        for (const [at, each] of moves.entries()) {
          if (each.kind === 'event') await events[each.name](mine, each.pick)
          else if (at === place) died = await run(all, mine, { ...each, dies })
          else await run(all, mine, each)
          // the stories check all sums after each move
          await requireOnePayable(mine)
        }
        await settle(all, mine, many !== undefined)
        await requireTruth(all, mine)
      }
    }
  })
})
