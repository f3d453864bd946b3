import { expect, type Page } from '@playwright/test'
import { axe, type Judged } from './axe.ts'

/** Selects the first elective courses of the year. */
export async function chooseElectives(page: Page, count: number): Promise<void> {
  const boxes = page.getByRole('region', { name: '选修课程' }).getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  for (let index = 0; index < count; index += 1) await boxes.nth(index).check()
}

/** Places an order through the button and its dialog; `judged` asks for a check of the dialog with axe. */
export async function order(page: Page, judged?: Judged): Promise<void> {
  await page.getByRole('button', { name: '提交订单' }).click()
  const ask = page.getByRole('dialog', { name: /^确认报名/ })
  await expect(ask).toContainText('共 10 门课程、60 学时')
  if (judged) await axe(page)
  await ask.getByRole('button', { name: '提交订单' }).click()
}
