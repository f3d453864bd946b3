import type { Page } from '@playwright/test'
import { axe, fitsBothSizes, narrow } from './axe.ts'
import { demo, signIn, thisYear } from './people.ts'
import { expect, test } from './test.ts'

const year = thisYear

test.describe('what a learner sees fits and is accessible', () => {
  const paths = [
    '/system/dashboard',
    '/system/sign',
    `/system/sign?year=${year}`,
    `/system/sign?year=${year - 1}`,
    '/system/my-courses',
    '/system/grant',
    '/system/orders',
    '/system/orders?status=REFUNDED',
    '/system/reduction',
    '/system/reduction-apply',
    '/system/invoices',
    '/system/messages',
    '/system/profile',
    '/system/profile?activeName=2',
  ]
  test('in the private layout', async ({ page }) => {
    test.setTimeout(300_000)
    await signIn(page, demo.proven)
    for (const path of paths) await inspect(page, path)
  })

  test('from the courses to the exam and the proof', async ({ page }) => {
    test.setTimeout(300_000)
    await signIn(page, demo.proven)
    const course = await linkOf(page, '/system/my-courses', /^查看课程|^继续学习|^开始学习|^进入/)
    await inspect(page, course)
    const exam = await linkOf(page, course, /^查看成绩：/)
    await inspect(page, exam.replace('/exam/', '/system/my-courses/'))
    await inspect(page, exam)
    await expect(page.getByText('100 分').first()).toBeVisible()
    const proof = await linkOf(page, '/system/grant', '查看证明')
    await inspect(page, proof)
    await expect(page.getByText('周建国', { exact: true })).toBeVisible()
    await inspect(page, await linkOf(page, proof, '查看公开核验页'))
    await expect(page.getByText('证明真实有效')).toBeVisible()
  })

  test('with the menu of a narrow screen', async ({ page }) => {
    await page.setViewportSize(narrow)
    await signIn(page, demo.proven)
    await page.getByRole('button', { name: '打开菜单' }).click()
    const menu = page.getByRole('dialog', { name: '菜单' })
    await expect(menu.getByRole('link', { name: '我的信息' })).toBeVisible()
    await axe(page)
    await menu.getByRole('link', { name: '我的信息' }).click()
    await expect(page).toHaveURL('/system/profile')
    await expect(menu).toBeHidden()
  })
})

/** Opens a page and judges it in both sizes of look.md; its console is judged by test.ts. */
async function inspect(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await ready(page)
    await fitsBothSizes(page)
  })
}

/** The page has its content: no skeleton is left, and it says what it is. */
async function ready(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.getByLabel('正在加载')).toHaveCount(0)
}

/** Where a link of a page leads. */
async function linkOf(page: Page, path: string, name: string | RegExp): Promise<string> {
  await page.goto(path)
  const href = await page.getByRole('link', { name }).first().getAttribute('href')
  if (!href) throw new Error(`the link ${name} leads nowhere`)
  return href
}
