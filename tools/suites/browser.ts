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

/** A test that passes only when repeated has failed. */
export function tallyOf(written: unknown, ok: boolean): Tally {
  const { data } = report.safeParse(written)
  if (!data || data.stats.expected + data.stats.unexpected + data.stats.flaky === 0) return noCount
  const failed = data.stats.unexpected + data.stats.flaky
  return { passed: data.stats.expected, failed: ok ? failed : Math.max(1, failed) }
}
