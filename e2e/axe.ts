import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axeCore from 'axe-core'
import { settle } from './test.ts'

/** without its comments it is half as long, and every document that is judged reads it */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Fails unless axe finds nothing on the page as it stands (WCAG 2.2 AA, product §4 Access). What it finds must be there to stay:
 * a colour halfway to another, or a page that is just being taken over, is looked at again.
 */
export async function axe(page: Page): Promise<void> {
  await expect(async () => {
    const violations = await findViolations(page)
    expect(violations, violations.join('\n')).toEqual([])
  }).toPass({ timeout: 40_000, intervals: [300] })
}

/** Asks a step that several tests take to judge its dialog: once is enough. */
export interface Judged {
  axe: true
}

async function findViolations(page: Page): Promise<string[]> {
  await settle(page)
  // evaluated by the debugger, so the page's content security policy stays as it is; once a document
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return await page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    const found = await axe.run(document, { runOnly: tags, resultTypes: ['violations'] })
    return found.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target}\n  ${failureSummary}`),
    )
  }, standards)
}

/** The sizes of look.md: an old desktop, and a phone. */
export const wide = { width: 1366, height: 768 }
export const narrow = { width: 390, height: 844 }

/** Fails when the page has to be scrolled sideways, or axe finds something. */
export async function accessible(page: Page): Promise<void> {
  await fits(page)
  await axe(page)
}

/** Fails when the page has to be scrolled sideways. Columns follow a new width a moment later. */
export async function fits(page: Page): Promise<void> {
  await settle(page)
  const over = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
  await expect.poll(over, 'pixels to scroll sideways').toBeLessThanOrEqual(0)
}

/** The same at both sizes of look.md; ends at the old desktop's. */
export async function fitsBothSizes(page: Page): Promise<void> {
  await accessible(page)
  await page.setViewportSize(narrow)
  await accessible(page)
  await page.setViewportSize(wide)
}

/** Fits at both sizes; axe once, for a desk of the console narrows and changes nothing else. Ends at the old desktop's. */
export async function sound(page: Page): Promise<void> {
  await accessible(page)
  await page.setViewportSize(narrow)
  await fits(page)
  await page.setViewportSize(wide)
}
