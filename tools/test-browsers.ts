import { ensurePagesBuilt } from './portal/build.ts'
import { requireChromium } from './suites/chromium.ts'
import { runTestRunner } from './suites/runner.ts'

/** `npm run test:browsers`: a learner's journey in three browser engines. */
try {
  await ensurePagesBuilt()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
const words = ['../node_modules/@playwright/test/cli.js', 'test', '--config=browsers.config.ts']
const env = { CHROMIUM_PATH: requireChromium() }
const ok = await runTestRunner([...words, ...process.argv.slice(2)], env, 'e2e')
process.exitCode = ok ? 0 : 1
