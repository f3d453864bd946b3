import { join } from 'node:path'
import { z } from 'zod'
import { readReport, runTestRunner } from './runner.ts'
import { missingTally, type TestTally } from './tally.ts'

const report = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
})

/** Runs the browser tests. @param folder for the report and the server's data */
export async function runBrowserTests(folder: string, chromium: string): Promise<TestTally> {
  const path = join(folder, 'browser.json')
  const words = ['../node_modules/@playwright/test/cli.js', 'test', '--reporter=dot,json']
  const env = {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: path,
    E2E_DATA_DIR: join(folder, 'e2e'),
  }
  const ok = await runTestRunner(words, env, 'e2e')
  return tallyPlaywright(await readReport(path), ok)
}

/** Because three browsers share two cores, up to this many tests may need a second try. */
const secondTries = 2

/** Counts the results of Playwright. If too many tests need a second try, all of these count as failed. */
export function tallyPlaywright(written: unknown, ok: boolean): TestTally {
  const { data } = report.safeParse(written)
  if (!data || data.stats.expected + data.stats.unexpected + data.stats.flaky === 0) return missingTally
  const { expected, unexpected, flaky } = data.stats
  const forgiven = flaky <= secondTries ? flaky : 0
  const failed = unexpected + flaky - forgiven
  return { passed: expected + forgiven, failed: ok ? failed : Math.max(1, failed) }
}
