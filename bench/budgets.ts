import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { type BrowserVisit, type SimulatedReader, visitPage } from './harness/browser.ts'
import { medianOf } from './harness/median.ts'
import { signInAsDemo } from './harness/sign-in.ts'
import { saveStaticPage } from './harness/static-page.ts'

const visits = 3
const desk = { width: 1366, height: 768 }
const phone = { width: 390, height: 844 }
/** A slow rural network: 50 KB per second. */
const slowLine = { cpuSlowdown: 4, latencyMs: 300, throughput: 50 * 1024 }
/** A fair mobile connection: 1.6 Mbit per second. */
const fairLine = { cpuSlowdown: 4, latencyMs: 150, throughput: 1_600_000 / 8 }

interface Budget {
  requests?: number
  kb: number
  /** Largest time to the first heading, in seconds. */
  firstWords?: number
  /** Largest time to the first paint, in seconds. */
  firstPaint?: number
  /** Largest time to the main content, in seconds. */
  lcp?: number
}

const doors: [path: string, viewport: SimulatedReader['viewport'], budget: Budget][] = [
  ['/login', desk, { requests: 16, kb: 190, firstWords: 2 }],
  ['/register', desk, { requests: 18, kb: 215, firstWords: 2 }],
  ['/h5/login', phone, { requests: 14, kb: 175, firstWords: 2 }],
  ['/console/login', desk, { requests: 24, kb: 270, firstWords: 3 }],
]
/** KB of code that a learner screen may load beyond the first screen. */
const extraKb = 30
const learnerCode = { lines: 15_000, files: 230 }

/** Compares the entry pages and private screens of the learner app with their budgets. */
export async function checkPageBudgets(browser: Browser, origin: string): Promise<void> {
  const { stored, lesson, exam } = await signInAsDemo(origin)
  console.log(`budgets, cold, CPU 1/4, 300 ms, 50 KB/s, median of ${visits} visits`)
  for (const [path, viewport, budget] of doors)
    await judgePage(browser, origin + path, { ...slowLine, viewport }, budget)
  const first = { kb: 185 }
  await judgePage(browser, `${origin}/h5/system/dashboard`, { ...slowLine, viewport: phone, stored }, first)
  console.log('  the same at 150 ms, 1.6 Mbit/s')
  await judgePage(
    browser,
    `${origin}/h5/system/dashboard`,
    { ...fairLine, viewport: phone, stored },
    { ...first, firstPaint: 1, lcp: 2 },
  )
  for (const shell of ['', '/h5']) {
    const screens = { lesson: `${shell}${lesson}`, exam: `${shell}${exam}` }
    const all = { ...screens, orders: `${shell}/system/orders` }
    for (const [name, path] of Object.entries(all))
      judge(
        `${name}${shell && ', phone'}`,
        await extraOf(browser, { origin, first: `${shell}/system/dashboard`, path, stored }),
        extraKb,
        'KB of code beyond the first screen',
      )
  }
  await judgeLearnerCode()
}

async function judgePage(browser: Browser, url: string, reader: SimulatedReader, budget: Budget): Promise<void> {
  const page = await saveStaticPage(url, await rendered(browser, url, reader))
  const ours: BrowserVisit[] = []
  const theirs: BrowserVisit[] = []
  try {
    for (let no = 0; no < visits; no += 1) {
      ours.push(await visitPage(browser, url, reader))
      theirs.push(await visitPage(browser, page.url, reader, 'none'))
    }
  } finally {
    await page.close()
  }
  const of = (list: BrowserVisit[], pick: (visit: BrowserVisit) => number) => medianOf(list.map(pick))
  const seconds = (name: 'fcp' | 'firstWords' | 'lcp') => of(ours, (one) => one[name]) / 1000
  const static_ = (name: 'fcp' | 'firstWords' | 'lcp') => `static ${(of(theirs, (one) => one[name]) / 1000).toFixed(1)}`
  console.log(`  ${new URL(url).pathname} ${reader.viewport.width}×${reader.viewport.height}`)
  judge(
    'requests',
    of(ours, ({ requests }) => requests),
    budget.requests,
  )
  judge('KB', of(ours, ({ bytes }) => bytes) / 1024, budget.kb)
  judge('first paint s', seconds('fcp'), budget.firstPaint, static_('fcp'))
  judge('first words s', seconds('firstWords'), budget.firstWords, static_('firstWords'))
  judge('LCP s', seconds('lcp'), budget.lcp, static_('lcp'))
}

async function rendered(browser: Browser, url: string, reader: SimulatedReader): Promise<string> {
  const page = await openStored(browser, url, reader)
  const html = await page.content()
  await page.context().close()
  return html
}

async function openStored(
  browser: Browser,
  url: string,
  { viewport, stored = {} }: Pick<SimulatedReader, 'viewport' | 'stored'>,
): Promise<Page> {
  // Block service workers, because they would fetch files that this visit does not count.
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
  await context.addInitScript((values) => {
    const { localStorage } = globalThis as unknown as {
      localStorage: { setItem(name: string, value: string): void }
    }
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
  }, stored)
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  return page
}

/** KB of scripts and style sheets that a screen loads when the first screen is already cached. */
async function extraOf(
  browser: Browser,
  wanted: { origin: string; first: string; path: string; stored: Record<string, string> },
): Promise<number> {
  const { origin, first, path, stored } = wanted
  const viewport = path.startsWith('/h5') ? phone : desk
  const page = await openStored(browser, origin + first, { viewport, stored })
  const cdp = await page.context().newCDPSession(page)
  const code = new Set<string>()
  let bytes = 0
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') code.add(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (code.has(requestId)) bytes += encodedDataLength
  })
  await cdp.send('Network.enable')
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  await page.context().close()
  return bytes / 1024
}

/** Counts the lines and files of the learner app, without tests. */
async function judgeLearnerCode(): Promise<void> {
  const source = fileURLToPath(new URL('../apps/learner/src', import.meta.url))
  const names = await readdir(source, { recursive: true })
  const files = names.filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  const texts = await Promise.all(files.map((name) => readFile(join(source, name), 'utf8')))
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
  console.log('  the learner’s own code')
  judge('files', files.length, learnerCode.files)
  judge('lines', lines, learnerCode.lines)
}

function judge(name: string, value: number, target: number | undefined, beside = ''): void {
  const missed = target !== undefined && value > target
  if (missed) process.exitCode = 1
  const digits = name.endsWith(' s') ? 1 : 0
  const aim = target === undefined ? '' : ` (target ≤ ${target})`
  const end = missed ? '  MISSED' : ''
  console.log(`    ${name.padEnd(14)} ${value.toFixed(digits)}${aim}${end} ${beside}`.trimEnd())
}
