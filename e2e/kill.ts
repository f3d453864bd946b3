import type { BrowserContext, Page } from '@playwright/test'

/** The process of the tab dies: no event, no last word. */
export async function kill(context: BrowserContext, page: Page): Promise<void> {
  const gone = page.waitForEvent('crash')
  const session = await context.newCDPSession(page)
  void session.send('Page.crash').catch(() => undefined)
  await gone
  await page.close()
}
