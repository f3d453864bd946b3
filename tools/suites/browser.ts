import { join } from 'node:path'
import { z } from 'zod'
import { readReport, runRunner } from './runner.ts'
import { noCount, type Tally } from './tally.ts'

const report = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
})

/** The browser tests, against a server of their own. @param folder for the report and the server's data */
export async function runBrowser(folder: string, chromium: string): Promise<Tally> {
  const path = join(folder, 'browser.json')
  const words = ['../node_modules/@playwright/test/cli.js', 'test', '--reporter=dot,json']
  const env = {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: path,
    E2E_DATA_DIR: join(folder, 'e2e'),
  }
  const ok = await runRunner(words, env, 'e2e')
  return tallyOf(await readReport(path), ok)
}

/**
 * How many may need their second try (playwright.config.ts): three browsers share two cores with a database. More is a
 * fault of the tests or the product, and fails.
 */
const secondTries = 2

/** A test that passed only when repeated has passed, and is named on the screen; one too many and they have failed. */
export function tallyOf(written: unknown, ok: boolean): Tally {
  const { data } = report.safeParse(written)
  if (!data || data.stats.expected + data.stats.unexpected + data.stats.flaky === 0) return noCount
  const { expected, unexpected, flaky } = data.stats
  const forgiven = flaky <= secondTries ? flaky : 0
  const failed = unexpected + flaky - forgiven
  return { passed: expected + forgiven, failed: ok ? failed : Math.max(1, failed) }
}
