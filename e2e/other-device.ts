import type { BrowserContext, Page } from '@playwright/test'
import { type Newcomer, sendLogin } from './people.ts'
import { expect } from './test.ts'

/** The process of the tab dies: no event, no last word. */
export async function kill(context: BrowserContext, page: Page): Promise<void> {
  const gone = page.waitForEvent('crash')
  const session = await context.newCDPSession(page)
  void session.send('Page.crash').catch(() => undefined)
  await gone
  await page.close()
}

/** Signs the same person in where they are not yet. */
export async function signInOn(page: Page, { phone, password }: Newcomer): Promise<void> {
  await page.goto('/login')
  await sendLogin(page, phone, password)
  await expect(page).toHaveURL('/system/dashboard')
}
