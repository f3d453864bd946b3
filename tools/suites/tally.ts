/** What every suite reports. */
export interface Tally {
  passed: number
  failed: number
}

export function sum(tallies: Tally[]): Tally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
  }
}

/** A suite without a count has failed: nobody knows what it did. */
export const noCount: Tally = { passed: 0, failed: 1 }

export const nothing: Tally = { passed: 0, failed: 0 }
