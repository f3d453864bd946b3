import fc from 'fast-check'
import { afterAll, beforeAll, describe, it, vi } from 'vitest'
import { expectMoneyToAddUp } from '../../../test/factories/order.ts'
import { control } from '../../../test/factories/wechat.ts'
import { requireBalance } from '../../../test/money/balance.ts'
import { begin, events, type Move, run } from '../../../test/money/moves.ts'
import { casePlots, plots, story } from '../../../test/money/stories.ts'
import { requireOnePayable, requireTruth, settle } from '../../../test/money/truth.ts'
import { deps } from '../../../test/world.ts'
import { faultLog } from '../../platform/observability/log.ts'

/**
 * The payment machine against the simulated channel: any steps of students, staff, channel and clock, in any order, the
 * process dying between any two of its own. Afterwards the channel's book and ours must tell the same. The
 * suite’s eight are the same ones each time; MONEY_RUNS=3000 tells new ones, MONEY_SEED one of them again.
 */
const many = process.env.MONEY_RUNS
const runs = Number(many ?? 8)
const patience = runs * 15_000 + 60_000
const seed = process.env.MONEY_SEED ?? (many ? undefined : '20261122')
/** a call has eight steps at most; most have four */
const deepest = many ? 8 : 4
/** the suite’s share is short: what staff decide dies in the thousands of stories alone */
const allPlots = Object.entries(many ? { ...plots(), ...casePlots() } : plots())

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

describe('money', () => {
  it(`adds up after ${runs} random stories with crashes`, { timeout: patience }, async () => {
    const all = await deps()
    const told = { stories: 0, moves: 0, ends: new Map<string, number>() }
    await fc.assert(
      fc.asyncProperty(story, async (moves) => {
        const mine = await begin()
        for (const move of moves) {
          if (move.kind === 'step') await run(all, mine, move)
          else await events[move.name](mine, move.pick)
          await requireOnePayable(mine)
          await requireBalance(all, mine)
          told.moves += 1
        }
        await settle(all, mine, true)
        for (const end of await requireTruth(all, mine))
          told.ends.set(end, (told.ends.get(end) ?? 0) + 1)
        told.stories += 1
        if (many && told.stories % 250 === 0) console.log(told)
      }),
      { numRuns: runs, endOnFailure: true, ...(seed ? { seed: Number(seed) } : {}) },
    )
    if (many) console.log(told)
  })

  it.each(allPlots)('survives death at any step of %s', { timeout: 300_000 }, async (_, moves) => {
    const all = await deps()
    for (const [place, move] of moves.entries()) {
      if (move.kind === 'event' || !isNew(moves.slice(0, place + 1))) continue
      for (let dies = 1; dies <= deepest; dies += 1) {
        const mine = await begin()
        for (const [at, each] of moves.entries()) {
          if (each.kind === 'event') await events[each.name](mine, each.pick)
          else await run(all, mine, at === place ? { ...each, dies } : each)
          await requireOnePayable(mine)
        }
        await settle(all, mine, many !== undefined)
        await requireTruth(all, mine)
      }
    }
  })
})
