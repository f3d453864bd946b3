import type { BrowserContext, Page } from '@playwright/test'

/** Kills the tab's process, so that no leave event fires. */
export async function kill(context: BrowserContext, page: Page): Promise<void> {
  const gone = page.waitForEvent('crash')
  const session = await context.newCDPSession(page)
  void session.send('Page.crash').catch(() => undefined)
  await gone
  await page.close()
}
