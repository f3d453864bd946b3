import { expect, type Page } from '@playwright/test'
import axeCore from 'axe-core'
import { settle } from './test.ts'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Fails unless axe finds nothing on the page as it stands (WCAG 2.2 AA, product §4 Access). */
export async function axe(page: Page): Promise<void> {
  await settle(page)
  // evaluated by the debugger, so the page's content security policy stays as it is
  await page.evaluate(axeCore.source)
  const violations = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: typeof axeCore }
    const found = await axe.run(document, { runOnly: tags })
    return found.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target}\n  ${failureSummary}`),
    )
  }, standards)
  expect(violations, violations.join('\n')).toEqual([])
}
