import { join } from 'node:path'
import { z } from 'zod'
import { readReport, runRunner } from './runner.ts'
import { noCount, type Tally } from './tally.ts'

const report = z.object({ numPassedTests: z.int(), numFailedTests: z.int() })

/** The unit or the API tests. @param folder where the report goes */
export async function runVitest(
  project: 'unit' | 'api',
  folder: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Tally> {
  const path = join(folder, `${project}.json`)
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--project', `${project}*`]
  const reporters = [
    '--silent=passed-only',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${path}`,
  ]
  const ok = await runRunner([...words, ...reporters], env)
  return tallyOf(await readReport(path), ok)
}

/** A run that ended badly without a failed test has failed too: a file did not load, an error got away. */
export function tallyOf(written: unknown, ok: boolean): Tally {
  const { data } = report.safeParse(written)
  if (!data || data.numPassedTests + data.numFailedTests === 0) return noCount
  return {
    passed: data.numPassedTests,
    failed: ok ? data.numFailedTests : Math.max(1, data.numFailedTests),
  }
}
