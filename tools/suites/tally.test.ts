import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { tallyPlaywright as browserTally } from './browser.ts'
import { sumTallies } from './tally.ts'
import { listFailedTests, tallyVitest as vitestTally } from './vitest.ts'

test('the vitest tally counts a failed run without failed tests, and a run without a count, as one failure', () => {
  const report = { numPassedTests: 7, numFailedTests: 0 }
  expect(vitestTally(report, true)).toEqual({ passed: 7, failed: 0 })
  expect(vitestTally(report, false)).toEqual({ passed: 7, failed: 1 })
  expect(vitestTally(null, true)).toEqual({ passed: 0, failed: 1 })
  expect(vitestTally({ numPassedTests: 0, numFailedTests: 0 }, true)).toMatchObject({ failed: 1 })
})

test('failed tests in a report are named with their files', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'this one is fine' },
    { status: 'failed', fullName: 'that one is not' },
  ]
  const report = { testResults: [{ name: resolve('server/a.test.ts'), assertionResults }] }
  expect(listFailedTests(report)).toEqual(['server/a.test.ts: that one is not'])
  expect(listFailedTests(null)).toEqual([])
})

test('in the playwright tally two tests may need a second try, but with three all of them fail', () => {
  const stats = (unexpected: number, flaky: number) => ({
    stats: { expected: 5, unexpected, flaky },
  })
  expect(browserTally(stats(0, 0), true)).toEqual({ passed: 5, failed: 0 })
  expect(browserTally(stats(0, 2), true)).toEqual({ passed: 7, failed: 0 })
  expect(browserTally(stats(0, 3), true)).toEqual({ passed: 5, failed: 3 })
  expect(browserTally(stats(1, 1), false)).toEqual({ passed: 6, failed: 1 })
  expect(browserTally({}, true)).toEqual({ passed: 0, failed: 1 })
})

test('all suites are summarized in one line', () => {
  expect(
    sumTallies([
      { passed: 3, failed: 0 },
      { passed: 4, failed: 2 },
    ]),
  ).toEqual({ passed: 7, failed: 2 })
})
