import { join, relative } from 'node:path'
import { z } from 'zod'
import { readReport, runTestRunner } from './runner.ts'
import { missingTally, type TestTally } from './tally.ts'

const report = z.object({ numPassedTests: z.int(), numFailedTests: z.int() })
const failedTests = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

/** Runs the vitest suites. @param folder for the report */
export async function runVitest(
  project: 'unit' | 'browser' | 'api',
  folder: string,
  env: NodeJS.ProcessEnv = {},
): Promise<TestTally> {
  const path = join(folder, `${project}.json`)
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--project', `${project}*`]
  const reporters = ['--silent=passed-only', '--reporter=dot', '--reporter=json', `--outputFile.json=${path}`]
  const ok = await runTestRunner([...words, ...reporters], env)
  const written = await readReport(path)
  for (const name of listFailedTests(written)) console.log(`FAIL ${name}`)
  return tallyVitest(written, ok)
}

/** Lists failed tests again at the end, because their details may be far above in the log. */
export function listFailedTests(written: unknown): string[] {
  const { data } = failedTests.safeParse(written)
  return (data?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${relative('.', name)}: ${fullName}`),
  )
}

/** Counts the results of vitest. A failed run without failed tests counts as one failure. */
export function tallyVitest(written: unknown, ok: boolean): TestTally {
  const { data } = report.safeParse(written)
  if (!data || data.numPassedTests + data.numFailedTests === 0) return missingTally
  return {
    passed: data.numPassedTests,
    failed: ok ? data.numFailedTests : Math.max(1, data.numFailedTests),
  }
}
