import { axe } from './axe.ts'
import { expect, test } from './test.ts'

test('the login page shows its form', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('form')).toBeVisible()
  await expect(page.locator('input[type=password]')).toBeVisible()
  await axe(page)
})
