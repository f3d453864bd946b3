export interface TestTally {
  passed: number
  failed: number
}

export function sumTallies(tallies: TestTally[]): TestTally {
  return {
    passed: tallies.reduce((total, { passed }) => total + passed, 0),
    failed: tallies.reduce((total, { failed }) => total + failed, 0),
  }
}

/** A suite that reported no count has failed. */
export const missingTally: TestTally = { passed: 0, failed: 1 }

export const emptyTally: TestTally = { passed: 0, failed: 0 }
