import { get } from 'node:http'
import type { Browser } from '@playwright/test'
import { checkPageBudgets } from './budgets.ts'
import { type BrowserVisit, openBrowser, type SimulatedReader, slowReader, visitPage } from './harness/browser.ts'
import { cpuMs } from './harness/cpu.ts'
import { medianOf } from './harness/median.ts'
import { type BenchPortal, startBenchPortal, startProcess, stopProcess } from './harness/portal.ts'
import { findSamplePaths } from './harness/sample-paths.ts'
import { signInAsDemo } from './harness/sign-in.ts'
import { saveStaticPage } from './harness/static-page.ts'
import { measurePageViews } from './harness/views.ts'

const visits = 5
const rounds = 3
const seconds = 4
const connections = 20
const targets = { lcpRatio: 1.15, bytes: 110 * 1024, cls: 0, blockingMs: 100, cpuMs: 0.3 }
const phoneTargets = { ...targets, lcpRatio: 1.3, bytes: 130 * 1024 }
/**
 * Targets in KB for everything except pictures that one page loads: a public page, or a page of a signed-in student on
 * a phone.
 */
const codeKb = { public: 130, private: 220 }

/** Compares public pages on a slow device with the same HTML and CSS as a static page. */
export async function measurePages(): Promise<void> {
  const portal = await startBenchPortal({ seed: true })
  const browser = await openBrowser()
  try {
    const phone = { ...slowReader, viewport: { width: 390, height: 844 } }
    const { width, height } = slowReader.viewport
    console.log(`pages, cold, CPU 1/4, 562 ms, 1.47 Mbit/s, median of ${visits} visits`)
    for (const path of await findSamplePaths(portal.origin)) {
      await comparePage(browser, portal.origin + path, `${path.slice(0, 24)} ${width}×${height}`, slowReader)
      if (path === '/index') await comparePage(browser, portal.origin + path, `${path} 390×844`, phone)
    }
    await comparePage(browser, `${portal.origin}/h5/index`, '/h5/index 390×844', phone, phoneTargets)
    await privateScreens(browser, portal.origin, phone)
    await checkPageBudgets(browser, portal.origin)
    await serverCost(portal)
  } finally {
    await browser.close()
    await portal.close()
  }
}

async function privateScreens(browser: Browser, origin: string, phone: SimulatedReader): Promise<void> {
  const { stored, lesson } = await signInAsDemo(origin)
  for (const path of ['/h5/system/dashboard', `/h5${lesson}`]) {
    const seen: BrowserVisit[] = []
    for (let no = 0; no < visits; no += 1) seen.push(await visitPage(browser, origin + path, { ...phone, stored }))
    const of = (pick: (visit: BrowserVisit) => number) => medianOf(seen.map(pick))
    console.log(`  ${path.slice(0, 32)} signed in, 390×844`)
    console.log(`    LCP            ${of(({ lcp }) => lcp).toFixed(0)} ms (${seen[0]?.lcpElement})`)
    judge('KB of code', of(({ codeBytes }) => codeBytes) / 1024, codeKb.private, 1)
    judge('CLS', Math.max(...seen.map(({ cls }) => cls)), 0.1, 3)
    tellErrors(seen)
  }
}

async function comparePage(browser: Browser, url: string, name: string, reader: SimulatedReader, wanted = targets) {
  const page = await saveStaticPage(url)
  const ours: BrowserVisit[] = []
  const theirs: BrowserVisit[] = []
  try {
    for (let no = 0; no < visits; no += 1) {
      // The browser starts with an empty cache. The server must not, so request the page once before the visit.
      await (await fetch(url)).arrayBuffer()
      ours.push(await visitPage(browser, url, reader))
      theirs.push(await visitPage(browser, page.url, reader, 'none'))
    }
  } finally {
    await page.close()
  }
  const of = (list: BrowserVisit[], pick: (visit: BrowserVisit) => number) => medianOf(list.map(pick))
  const [lcp, reference] = [of(ours, ({ lcp }) => lcp), of(theirs, ({ lcp }) => lcp)]
  const bytes = of(ours, (visit) => visit.idleBytes)
  const all = of(ours, (visit) => visit.bytes)
  const cls = Math.max(...ours.map((visit) => visit.cls))
  const blocking = of(ours, (visit) => visit.blockingMs)
  console.log(`  ${name}`)
  console.log(`    LCP            ${lcp.toFixed(0)} ms (${ours[0]?.lcpElement}); static ${reference.toFixed(0)} ms`)
  judge('LCP ratio', lcp / reference, wanted.lcpRatio, 2)
  judge('KB to idle', bytes / 1024, wanted.bytes / 1024, 1)
  judge('KB of code', of(ours, ({ codeBytes }) => codeBytes) / 1024, codeKb.public, 1)
  console.log(`    KB in all      ${(all / 1024).toFixed(1)}`)
  judge('CLS', cls, wanted.cls, 3)
  judge('blocking ms', blocking, wanted.blockingMs, 0)
  console.log(`    static's       ${of(theirs, (visit) => visit.blockingMs).toFixed(0)} ms blocking`)
  tellErrors(ours)
}

function tellErrors(seen: BrowserVisit[]): void {
  for (const error of new Set(seen.flatMap(({ errors }) => errors))) {
    console.log(`    console error  ${error}`)
    process.exitCode = 1
  }
}

function judge(name: string, value: number, target: number, digits: number): void {
  const good = value <= target
  if (!good) process.exitCode = 1
  console.log(`    ${name.padEnd(14)} ${value.toFixed(digits)} (target ≤ ${target})${good ? '' : '  MISSED'}`)
}

/** CPU time of the server for one view of the home page, compared with bare node:http. */
async function serverCost(portal: BenchPortal): Promise<void> {
  const url = `${portal.origin}/index`
  const { headers, body } = await fetchRaw(url)
  const bare = await startProcess({
    script: new URL('harness/bare-page.ts', import.meta.url).pathname,
    env: { BENCH_BODY: body.toString('base64'), BENCH_HEADERS: JSON.stringify(headers) },
  })
  const load = { connections, seconds }
  const results: { cpu: number; bareCpu: number; ratio: number; perSecond: number }[] = []
  try {
    await measurePageViews(url, { connections, seconds: 2 })
    await measurePageViews(bare.origin, { connections, seconds: 2 })
    for (let no = 0; no < rounds; no += 1) {
      const ours = await costOf(portal.pids.node, portal.pids.postmaster, () => measurePageViews(url, load))
      const reference = await costOf(bare.child.pid ?? 0, 0, () => measurePageViews(bare.origin, load))
      results.push({
        cpu: ours.cpu,
        bareCpu: reference.cpu,
        ratio: ours.perSecond / reference.perSecond,
        perSecond: ours.perSecond,
      })
    }
  } finally {
    await stopProcess(bare.child)
  }
  const of = (pick: (result: (typeof results)[number]) => number) => medianOf(results.map(pick))
  console.log(`  /index on the server, ${connections} connections, median of ${rounds} rounds`)
  console.log(`    views/s        ${of((one) => one.perSecond).toFixed(0)}, ${(body.length / 1024).toFixed(1)} KB each`)
  judge(
    'CPU ms/view',
    of((one) => one.cpu),
    targets.cpuMs,
    3,
  )
  console.log(`    node:http ms   ${of((one) => one.bareCpu).toFixed(3)}`)
  console.log(`    ratio          ${of((one) => one.ratio).toFixed(2)} of bare node:http`)
}

async function costOf(node: number, postmaster: number, run: () => ReturnType<typeof measurePageViews>) {
  const before = cpuMs({ node, postmaster })
  const { answered, failed, perSecond } = await run()
  if (failed > 0 || answered === 0) throw new Error(`${failed} views failed, ${answered} did not`)
  const after = cpuMs({ node, postmaster })
  const postgres = postmaster ? after.postgres - before.postgres : 0
  return { perSecond, cpu: (after.node - before.node + postgres) / answered }
}

function fetchRaw(url: string): Promise<{ headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const { connection: _c, 'keep-alive': _k, date: _d, ...headers } = response.headers
        resolve({ headers: plain(headers), body: Buffer.concat(chunks) })
      })
      response.on('error', reject)
    }).on('error', reject)
  })
}

function plain(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}
