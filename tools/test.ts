import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensurePagesBuilt } from './portal/build.ts'
import { runApiTests } from './suites/api.ts'
import { runBrowserTests } from './suites/browser.ts'
import { runCheck } from './suites/check.ts'
import { requireChromium } from './suites/chromium.ts'
import { emptyTally, missingTally, sumTallies, type TestTally } from './suites/tally.ts'
import { runVitest } from './suites/vitest.ts'

/** `npm test`: everything, or `npm test -- check | unit | browser | api | e2e`. */
const folder = await mkdtemp(join(tmpdir(), 'ce-test-'))
const suites: Record<string, () => Promise<TestTally>> = {
  check: runCheck,
  unit: () => runVitest('unit', folder),
  browser: () => runVitest('browser', folder, { CHROMIUM_PATH: requireChromium() }),
  api: () => runApiTests(folder),
  e2e: () => runBrowserTests(folder, requireChromium()),
}
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !suites[name])
if (unknown.length > 0) {
  console.error(`usage: npm test -- [${Object.keys(suites).join(' | ')}]`)
  process.exit(1)
}
const { passed, failed } = sumTallies(await runAll(wanted))
await rm(folder, { recursive: true, force: true })
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function runAll(wanted: string[]): Promise<TestTally[]> {
  const tallies: TestTally[] = []
  const chosen = Object.entries(suites).filter(([name]) => !wanted.length || wanted.includes(name))
  if (chosen.some(([name]) => name === 'e2e' || name === 'browser')) await counted(browserThere)
  // The servers of the API and browser tests need the built pages.
  if (chosen.some(([name]) => name === 'api' || name === 'e2e')) tallies.push(await counted(built))
  // API tests mostly wait, so the type checkers can run beside them.
  const beside = chosen.some(([name]) => name === 'api') ? chosen.find(isCheck) : undefined
  for (const suite of chosen.filter((one) => one !== beside)) {
    const both = suite[0] === 'api' && beside ? [suite, beside] : [suite]
    tallies.push(...(await Promise.all(both.map(timed))))
  }
  return tallies
}

type Suite = [name: string, run: () => Promise<TestTally>]

function isCheck([name]: Suite): boolean {
  return name === 'check'
}

async function timed([name, run]: Suite): Promise<TestTally> {
  console.log(`\n${name}`)
  const began = performance.now()
  const tally = await counted(run)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`${name}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)`)
  return tally
}

async function built(): Promise<TestTally> {
  await ensurePagesBuilt()
  return emptyTally
}

async function browserThere(): Promise<TestTally> {
  requireChromium()
  return emptyTally
}

async function counted(run: () => Promise<TestTally>): Promise<TestTally> {
  try {
    return await run()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return missingTally
  }
}
