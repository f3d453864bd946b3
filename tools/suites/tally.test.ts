import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { tallyOf as browserTally } from './browser.ts'
import { sum } from './tally.ts'
import { failedNames, tallyOf as vitestTally } from './vitest.ts'

test('vitest: a count, a run that ended badly all the same, no count at all', () => {
  const report = { numPassedTests: 7, numFailedTests: 0 }
  expect(vitestTally(report, true)).toEqual({ passed: 7, failed: 0 })
  expect(vitestTally(report, false)).toEqual({ passed: 7, failed: 1 })
  expect(vitestTally(null, true)).toEqual({ passed: 0, failed: 1 })
  expect(vitestTally({ numPassedTests: 0, numFailedTests: 0 }, true)).toMatchObject({ failed: 1 })
})

test('the failed tests of a report are named with their files', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'this one is fine' },
    { status: 'failed', fullName: 'that one is not' },
  ]
  const report = { testResults: [{ name: resolve('server/a.test.ts'), assertionResults }] }
  expect(failedNames(report)).toEqual(['server/a.test.ts: that one is not'])
  expect(failedNames(null)).toEqual([])
})

test('playwright: two may need a second try, a third makes them all failures', () => {
  const stats = (unexpected: number, flaky: number) => ({
    stats: { expected: 5, unexpected, flaky },
  })
  expect(browserTally(stats(0, 0), true)).toEqual({ passed: 5, failed: 0 })
  expect(browserTally(stats(0, 2), true)).toEqual({ passed: 7, failed: 0 })
  expect(browserTally(stats(0, 3), true)).toEqual({ passed: 5, failed: 3 })
  expect(browserTally(stats(1, 1), false)).toEqual({ passed: 6, failed: 1 })
  expect(browserTally({}, true)).toEqual({ passed: 0, failed: 1 })
})

test('all suites in one line', () => {
  expect(
    sum([
      { passed: 3, failed: 0 },
      { passed: 4, failed: 2 },
    ]),
  ).toEqual({ passed: 7, failed: 2 })
})
