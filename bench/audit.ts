import type { Browser, Page } from '@playwright/test'
import axeCore from 'axe-core'
import { openBrowser, slowReader, visitPage } from './harness/browser.ts'
import { checkPage, type PageCheck } from './harness/page-facts.ts'
import { startBenchPortal } from './harness/portal.ts'
import { findSamplePaths } from './harness/sample-paths.ts'
import { computePerformanceScore } from './harness/score.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const widths = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
]

/** Checks every kind of public page in both widths with checks like Lighthouse's and names each fault. */
export async function auditPages(): Promise<void> {
  const portal = await startBenchPortal({ seed: true })
  const browser = await openBrowser()
  try {
    console.log('page                       width  perf  a11y  practice  seo')
    const more = ['/list/technologyVideo', '/list/expert', '/guide', '/aboutUs', '/h5/index']
    for (const path of [...(await findSamplePaths(portal.origin)), ...more])
      for (const viewport of widths) await judge(browser, portal.origin, path, viewport)
  } finally {
    await browser.close()
    await portal.close()
  }
}

async function judge(browser: Browser, origin: string, path: string, viewport: (typeof widths)[number]): Promise<void> {
  const cold = await visitPage(browser, origin + path, { ...slowReader, viewport })
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  const axe = await runAxe(page)
  const checks = await checkPage(page, origin, cold.errors)
  await context.close()
  const share = (kind: PageCheck['kind']) => {
    const all = checks.filter((check) => check.kind === kind)
    return (100 * all.filter(({ good }) => good).length) / all.length
  }
  const scores = [computePerformanceScore(cold), axe.score, share('practice'), share('seo')]
  console.log(
    [
      path.slice(0, 26).padEnd(26),
      String(viewport.width).padStart(5),
      ...scores.map((score, index) => score.toFixed(0).padStart([5, 5, 9, 4][index] ?? 5)),
    ].join(' '),
  )
  const bad = checks.filter(({ good }) => !good).map(({ kind, name }) => `${kind}: ${name}`)
  for (const problem of [...bad, ...axe.problems]) console.log(`    ${problem}`)
  if (bad.length + axe.problems.length > 0 || computePerformanceScore(cold) < 90) process.exitCode = 1
}

async function runAxe(page: Page): Promise<{ score: number; problems: string[] }> {
  await page.evaluate(axeCore.source)
  const { kept, broken } = await page.evaluate(async (tags) => {
    const { axe } = globalThis as unknown as { axe: typeof axeCore }
    const { passes, violations } = await axe.run({ include: [['html']] }, { runOnly: tags })
    return { kept: passes.length, broken: violations.map(({ id, help }) => `axe ${id}: ${help}`) }
  }, standards)
  return { score: (100 * kept) / (kept + broken.length), problems: broken }
}
