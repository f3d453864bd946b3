import { devices, type Page } from '@playwright/test'
import { axe, fitsBothSizes, narrow } from './axe.ts'
import { demo, signIn, thisYear } from './people.ts'
import { tab } from './tab-order.ts'
import { expect, test } from './test.ts'

const year = thisYear

test.describe('layout and accessibility of student pages', () => {
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
  test('private pages fit the screen and are accessible', async ({ page }) => {
    test.setTimeout(300_000)
    await signIn(page, demo.proven)
    for (const path of paths) await inspect(page, path)
  })

  test('pages from courses to exam and proof fit the screen and are accessible', async ({ page }) => {
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

  test('the narrow menu of private pages is accessible and closes when a page is chosen', async ({ page }) => {
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

test.describe('pages on a phone', () => {
  const { userAgent, hasTouch } = devices['Pixel 7']
  test.use({ viewport: { width: 360, height: 640 }, userAgent, hasTouch })

  test('public pages show the student tabs after sign-in without moving the text', async ({ page, visitor }) => {
    const tabs = page.getByRole('navigation', { name: '学员导航' })
    await signIn(page, demo.proven, { path: '/h5/system/dashboard' })
    for (const [path, current] of [
      ['/h5/system/grant', '学时'],
      ['/h5/list/news', '首页'],
      ['/h5/courses', '学习'],
      ['/h5/guide', '首页'],
      // The page is the same for visitors and signed-in students.
      ['/verify', '学时'],
    ] as const) {
      await page.goto(path)
      await expect(tabs.locator('[aria-current]')).toHaveText(current)
      await expect(tabs).toBeInViewport({ ratio: 1 })
      if (path.includes('system')) continue
      expect(await shiftOf(page)).toBe(0)
      // At the end of the page the floating tools must not cover any content.
      const tools = page.getByRole('complementary', { name: '快捷工具' })
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect(tools.getByRole('button', { name: '大字版' })).toBeInViewport({ ratio: 1 })
      const overlap = async () => {
        const [above, below] = [await tools.boundingBox(), await tabs.boundingBox()]
        return (above?.y ?? 0) + (above?.height ?? 0) - (below?.y ?? 0)
      }
      await expect.poll(overlap).toBeLessThan(1)
    }
    await page.goto('/verify')
    await tabs.getByRole('link', { name: '学时' }).tap()
    await expect(page).toHaveURL('/h5/system/grant')
    await visitor.goto('/h5/list/news')
    await expect(visitor.getByRole('complementary', { name: '快捷工具' })).toBeVisible()
    await expect(visitor.getByRole('navigation', { name: '学员导航' })).toHaveCount(0)
  })

  test('in large print no bar covers the focused element, whether Tab moves forward or back', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('print', 'large'))
    await signIn(page, demo.proven, { path: '/h5/system/dashboard' })
    for (const path of [
      '/h5/system/reduction-apply',
      '/h5/system/profile?activeName=1',
      '/h5/system/grant',
      '/h5/list/news',
    ]) {
      await page.goto(path)
      await expect(page.getByLabel('正在加载')).toHaveCount(0)
      await expect(page.locator('button.is-waiting')).toHaveCount(0)
      for (const key of ['Tab', 'Shift+Tab'] as const) for (let press = 0; press < 45; press += 1) await tab(page, key)
    }
  })

  test('Back closes a dialog on the first page, and leaves the page when it was reloaded with an open dialog', async ({
    page,
  }) => {
    await signIn(page, demo.proven, { path: '/h5/system/profile' })
    const out = page.getByRole('button', { name: '退出登录' })
    const ask = page.getByRole('dialog', { name: '确认退出系统？' })
    await out.click()
    await expect(ask).toBeVisible()
    await page.goBack()
    await expect(ask).toBeHidden()
    await expect(page).toHaveURL('/h5/system/profile')
    await out.click()
    await expect(ask).toBeVisible()
    await page.reload()
    await expect(out).toBeVisible()
    await expect(ask).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL('/robots.txt')
  })
})

function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, entry) => sum + Reflect.get(entry, 'value'), 0)),
        ).observe({ type: 'layout-shift', buffered: true })
        // Without a layout shift the browser reports no entry.
        setTimeout(() => resolve(0), 300)
      }),
  )
}

/** Checks the page in both sizes (docs/rules/look.md#sizes); `test.ts` checks the console for errors. */
async function inspect(page: Page, path: string): Promise<void> {
  await test.step(path, async () => {
    await page.goto(path)
    await expect(page).toHaveURL(path)
    await ready(page)
    await fitsBothSizes(page)
  })
}

/** Waits until no skeleton remains and the title is set. */
async function ready(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached()
  await expect(page.getByLabel('正在加载')).toHaveCount(0)
}

async function linkOf(page: Page, path: string, name: string | RegExp): Promise<string> {
  await page.goto(path)
  const href = await page.getByRole('link', { name }).first().getAttribute('href')
  if (!href) throw new Error(`the link ${name} leads nowhere`)
  return href
}
