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
  /** console errors a test provokes on purpose, such as the browser's own line about a 401 */
  tolerated: RegExp[]
}

interface Others {
  /** a page in a browser of its own, signed out: whoever is not `page` */
  visitor: Page
  /** one more of those */
  colleague: Page
}

/**
 * Playwright's test, against our server, with pages that fail their test on any console error, uncaught
 * error or breach of the content security policy (Chromium reports those as console errors too).
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

async function inOwnBrowser(
  browser: Browser,
  tolerated: RegExp[],
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext()
  const judge = hear(context, tolerated)
  await use(await context.newPage())
  await context.close()
  judge()
}

/** Listens to every page of a context. Returns the judgement. @throws Error when there was anything to hear */
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
    if (noise.length > 0)
      throw new Error(`the browser's console is not silent:\n${noise.join('\n')}`)
  }
}

function wording(message: ConsoleMessage): string {
  const { url, lineNumber } = message.location()
  return `${message.text()} (${url}:${lineNumber})`
}

/** Presses a button of a dialog that is still opening; again, if that press went nowhere, until it is gone. */
export async function pressAway(button: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 2000 })
    await expect(button).toBeHidden({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
}

/** Waits until nothing moves: fonts are there, finite animations have ended. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const finite = document
      .getAnimations()
      .filter(
        (animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
    await Promise.all(finite.map((animation) => animation.finished.catch(() => undefined)))
  })
}
