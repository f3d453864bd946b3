import {
  type Browser,
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'

export { expect } from '@playwright/test'

interface Options {
  /** Console errors that a test causes on purpose, such as a 401. */
  tolerated: RegExp[]
}

interface Others {
  /** A signed-out page in a separate browser context. */
  visitor: Page
  /** Another signed-out page in its own browser context. */
  colleague: Page
}

/**
 * Playwright's test against our server. A page fails its test on any console error, uncaught error or CSP violation.
 */
export const test = base.extend<Options & Others>({
  tolerated: [[], { option: true }],
  context: async ({ context, tolerated }, use) => {
    const judge = hear(context, tolerated)
    await use(context)
    judge()
  },
  visitor: ({ browser, tolerated }, use) => inOwnBrowser(browser, tolerated, use),
  colleague: ({ browser, tolerated }, use) => inOwnBrowser(browser, tolerated, use),
})

async function inOwnBrowser(browser: Browser, tolerated: RegExp[], use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext()
  const judge = hear(context, tolerated)
  await use(await context.newPage())
  await context.close()
  judge()
}

/**
 * Collects errors from all pages of a context and returns a function that checks them. @throws Error if there were
 * errors
 */
function hear(context: BrowserContext, tolerated: RegExp[]): () => void {
  const noise: string[] = []
  const add = (text: string) => {
    if (!tolerated.some((pattern) => pattern.test(text))) noise.push(text)
  }
  context.on('console', (message) => {
    if (message.type() === 'error') add(wording(message))
  })
  context.on('weberror', (error) => add(String(error.error().stack ?? error.error())))
  return () => {
    if (noise.length > 0) throw new Error(`the browser's console is not silent:\n${noise.join('\n')}`)
  }
}

function wording(message: ConsoleMessage): string {
  const { url, lineNumber } = message.location()
  return `${message.text()} (${url}:${lineNumber})`
}

/** Repeats the click until the dialog closes, because it may still be opening. */
export async function pressAway(button: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 2000 })
    await expect(button).toBeHidden({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
}

/** Waits until fonts are loaded and finite animations have ended. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const finite = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    await Promise.all(finite.map((animation) => animation.finished.catch(() => undefined)))
  })
}
