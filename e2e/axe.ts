import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
import { settle } from './test.ts'

/** The minified axe is used, because every checked document must parse it. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Fails if axe finds a problem that stays (WCAG 2.2 AA, docs/rules/screens.md#access). Findings are checked again,
 * because transitions and hydration cause temporary ones.
 */
export async function axe(page: Page): Promise<void> {
  await expect(async () => {
    const violations = await findViolations(page)
    expect(violations, violations.join('\n')).toEqual([])
  }).toPass({ timeout: 40_000, intervals: [300] })
}

/** Asks a shared test step to check its dialog with axe; one test that asks for it is enough. */
export interface Judged {
  axe: true
}

/** Returns one line per element that breaks a rule. */
export async function findViolations(page: Page): Promise<string[]> {
  await settle(page)
  // The debugger evaluates axe once per document, so the CSP stays unchanged.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return await page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    const found = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] })
    const place = scrollY
    const lines: string[] = []
    for (const { id, help, nodes } of found.violations)
      for (const { target, failureSummary } of nodes) {
        // Ignore target sizes of elements that a fixed bar covers by half.
        const part = id === 'target-size' ? document.querySelector(String(target)) : null
        part?.scrollIntoView({ block: 'center', behavior: 'instant' })
        const small = !part || (await axe.run(part, { runOnly: ['target-size'] })).violations.length > 0
        if (small) lines.push(`${id}: ${help}\n  ${target}\n  ${failureSummary}`)
      }
    scrollTo({ top: place, behavior: 'instant' })
    return lines
  }, standards)
}

/** Tests use the sizes of an old desktop and a phone (docs/rules/look.md#sizes). */
export const wide = { width: 1366, height: 768 }
export const narrow = { width: 390, height: 844 }

/** Fails if the page scrolls sideways or axe finds a problem. */
export async function accessible(page: Page): Promise<void> {
  await fits(page)
  await axe(page)
}

/** Fails if the page scrolls sideways. Retries, because columns adapt a moment after a resize. */
export async function fits(page: Page): Promise<void> {
  await settle(page)
  const over = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  await expect.poll(over, 'pixels to scroll sideways').toBeLessThanOrEqual(0)
}

/** Runs `accessible` in both sizes. The window has the desktop size afterwards. */
export async function fitsBothSizes(page: Page): Promise<void> {
  await accessible(page)
  await page.setViewportSize(narrow)
  await accessible(page)
  await page.setViewportSize(wide)
}

/** Checks the width in both sizes but runs axe once. The window has the desktop size afterwards. */
export async function sound(page: Page): Promise<void> {
  await accessible(page)
  await page.setViewportSize(narrow)
  await fits(page)
  await page.setViewportSize(wide)
}
