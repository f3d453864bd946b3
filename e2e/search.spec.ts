import type { Page } from '@playwright/test'
import { demoStaff, staffSignIn } from './staff.ts'
import { expect, test } from './test.ts'

const desks = [
  ['students', '执业单位'],
  ['finance', '学员姓名或完整手机号'],
  ['proofs', '证明编号、核验编号、姓名或资格证书编号'],
  ['audit', '对象编号'],
  ['staff', '按姓名或用户名查找'],
] as const

/** Returns the text that the list shows when it has no rows. */
const list = (page: Page) => page.getByRole('main')

test('a search keeps the focus, and an invalid search shows its problem', async ({ page }) => {
  await staffSignIn(page, demoStaff.admin, '/console/students')

  for (const [desk, label] of desks)
    await test.step(`${desk}: Enter keeps the focus in the search field`, async () => {
      await page.goto(`/console/${desk}`)
      const field = page.getByLabel(label, { exact: true })
      await field.fill('示例')
      await field.press('Enter')
      await expect(page.getByRole('button', { name: /^清除/ }).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(field).toBeFocused()
    })

  await test.step('a number that is too long is refused at its field, and no search runs', async () => {
    await page.goto('/console/students')
    await page.getByLabel('资格证书编号').fill('A'.repeat(35))
    await page.keyboard.press('Enter')
    await expect(list(page).getByText('不能超过 30 个字')).toBeVisible()
  })

  await test.step('an invalid filter typed into the address is refused', async () => {
    await page.goto('/console/finance?tab=orders&from=2026-05-02&to=2026-05-01')
    await expect(list(page).getByText('结束日期：不能早于开始日期')).toBeVisible()
    await expect(list(page).getByText('不能早于开始日期', { exact: true })).toBeVisible()
    await page.goto('/console/audit?from=2026-02-30')
    await expect(list(page).getByText(/开始日期：日期格式应为/)).toBeVisible()
    await page.goto(`/console/staff?keyword=${'x'.repeat(51)}`)
    await expect(list(page).getByText('不能超过 50 个字', { exact: true })).toBeVisible()
    await page.goto('/console/finance?tab=orders&year=0x7EA&status=GONE')
    await expect(
      list(page)
        .getByText(/状态不正确|年度/)
        .first(),
    ).toBeVisible()
  })

  await test.step('paging and filtering keep the focus', async () => {
    await page.goto('/console/audit')
    const pages = page.getByRole('navigation', { name: /翻页/ })
    await pages.locator('.ant-pagination-next button').press('Enter')
    await expect(page).toHaveURL(/page=2/)
    await page.waitForLoadState('networkidle')
    await expect(pages.locator(':focus')).toHaveCount(1)
  })
})
