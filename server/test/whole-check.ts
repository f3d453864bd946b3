import type { IntegritySlice } from '../src/platform/integrity/rounds.ts'

type Check<Needed> = (deps: Needed, after: string | null) => Promise<IntegritySlice>

/** Runs all slices of an integrity check without storing a round. */
export async function runWholeCheck<Needed>(check: Check<Needed>, deps: Needed) {
  const whole = { checked: 0, faults: [] as string[] }
  for (let after: string | null = null; ; ) {
    const { checked, faults, next } = await check(deps, after)
    whole.checked += checked
    whole.faults.push(...faults)
    if (next === null) return whole
    after = next
  }
}
