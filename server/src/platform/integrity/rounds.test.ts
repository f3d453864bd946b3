import { integrityCheckNames } from '@ce/contract/integrity-checks'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deps } from '../../../test/world.ts'
import { abandonRounds, continueRound, type IntegrityCheck } from './rounds.ts'
import { listIntegrityStates } from './states.ts'

/** A check with three slices, of which the second finds a fault. `meanwhile` runs before a slice is stored. */
function makeCheck(meanwhile: (slice: number) => Promise<unknown> | undefined = () => undefined): IntegrityCheck {
  return async (_all, after) => {
    const slice = Number(after ?? 0)
    await meanwhile(slice)
    return { checked: 1, faults: slice === 1 ? ['broken'] : [], next: slice < 2 ? String(slice + 1) : null }
  }
}

const whole = { checked: 3, faultCount: 1, faults: ['broken'] }

it('two processes that check the same round count each slice once and get the same result', async () => {
  const all = await deps()
  const other = makeCheck()
  let slicesLeft = 1
  const goesOn = () => slicesLeft-- > 0
  const slow = makeCheck(async (slice) => {
    // The other process takes the first slice, and later the rest of the round.
    if (slice === 0) await continueRound(all, 'LEDGER', other, { goesOn })
    if (slice === 1) expect(await continueRound(all, 'LEDGER', other)).toEqual(whole)
  })
  expect(await continueRound(all, 'LEDGER', slow)).toEqual(whole)
  const ledger = (await listIntegrityStates(all.db)).find(({ name }) => name === 'LEDGER')
  expect(ledger).toMatchObject(whole)
})

it('a round that was abandoned while a slice was checked does not end with that slice', async () => {
  const all = await deps()
  let slices = 0
  const check = makeCheck(async (slice) => {
    slices += 1
    if (slices === 3) await abandonRounds(all.db, ['PROOFS'])
    if (slices === 4) expect(slice).toBe(0)
  })
  expect(await continueRound(all, 'PROOFS', check)).toEqual(whole)
  expect(slices).toBe(6)
})

it('a round that stopped goes on at the same place, and an aborted one keeps its finished slices', async () => {
  const all = await deps()
  const stop = new AbortController()
  const aborted = makeCheck(async (slice) => {
    if (slice === 2) stop.abort()
    stop.signal.throwIfAborted()
  })
  await expect(continueRound(all, 'STUDY', aborted, { stopping: stop.signal })).rejects.toThrow('aborted')
  const seen: number[] = []
  const rest = makeCheck(async (slice) => seen.push(slice))
  expect(await continueRound(all, 'STUDY', rest)).toEqual(whole)
  expect(seen).toEqual([2])
})

it('a check that never began is listed with the time since the last upgrade as its age', async () => {
  const { db } = await deps()
  await db.deleteFrom('integrityCheck').execute()
  await sql`update migration set at = at - interval '4 days'`.execute(db)
  const states = await listIntegrityStates(db)
  expect(states.map(({ name }) => name)).toEqual(integrityCheckNames)
  for (const state of states) {
    expect(state).toMatchObject({ checked: 0, faultCount: 0, faults: [], endedAt: null })
    expect(state.ageSeconds).toBeGreaterThan(4 * 86_400 - 1)
  }
})
