import { expect, type Locator } from '@playwright/test'

/** Ticks a radio or a box of a dialog that is still opening: a press that went nowhere is made again. */
export async function tick(choice: Locator): Promise<void> {
  await expect(() => choice.check({ timeout: 2000 })).toPass({ timeout: 30_000 })
}
