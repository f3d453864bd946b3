import { expect, type Locator } from '@playwright/test'

/** Repeats the click, because the dialog may still be opening. */
export async function tick(choice: Locator): Promise<void> {
  await expect(() => choice.check({ timeout: 2000 })).toPass({ timeout: 30_000 })
}
