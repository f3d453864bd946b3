import { join, relative } from 'node:path'
import { z } from 'zod'
import { readReport, runRunner } from './runner.ts'
import { noCount, type Tally } from './tally.ts'

const report = z.object({ numPassedTests: z.int(), numFailedTests: z.int() })
const failedTests = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

/** The unit tests, those of components in a browser, or the API tests. @param folder where the report goes */
export async function runVitest(
  project: 'unit' | 'browser' | 'api',
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
  const written = await readReport(path)
  for (const name of failedNames(written)) console.log(`FAIL ${name}`)
  return tallyOf(written, ok)
}

/** Which tests failed, in a line each: their details may stand far above, or be cut from a long log. */
export function failedNames(written: unknown): string[] {
  const { data } = failedTests.safeParse(written)
  return (data?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative('.', name)}: ${fullName}`),
  )
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
