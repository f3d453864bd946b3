import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { contentOf } from './content-desk.ts'
import { expectTrap, tabTo } from './keyboard.ts'
import {
  bindTotp,
  codeOf,
  createStaff,
  demoStaff,
  ownPassword,
  sendStaffLogin,
  staffPost,
  staffSignIn,
  staffSignOut,
  takeOwnPassword,
} from './staff.ts'
import { expect, test } from './test.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: '后台菜单' })

test('a link to a console page leads through the login and back to the page', async ({ page }) => {
  await page.goto('/console/audit?action=staff.')
  await expect(page).toHaveURL('/console/login?return=%2Faudit%3Faction%3Dstaff.')
  await axe(page)
  await sendStaffLogin(page, demoStaff.auditor, 'wrong')
  await expect(page.getByText('用户名或密码不正确')).toBeVisible()
  await axe(page)
  await sendStaffLogin(page, demoStaff.auditor)
  await expect(page).toHaveURL('/console/audit?action=staff.')
  await staffSignOut(page)
  await page.goto('/console/login?return=//evil.example/', { waitUntil: 'networkidle' })
  // The console pages load while the user types.
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect((await loaded()).filter((name) => /\/(antd|desk)-/.test(name))).toEqual([])
  await sendStaffLogin(page, demoStaff.auditor)
  await expect(page).toHaveURL('/console')
  await expect(page).toHaveTitle('待办 - 管理后台')
})

test('a role without permission does not see the console page', async ({ page }) => {
  await staffSignIn(page, demoStaff.auditor)
  const links = menu(page).getByRole('link')
  await expect(links.first()).toHaveText('待办')
  await expect(links.last()).toHaveText('我的账号')
  const desk = (name: string) => menu(page).getByRole('link', { name, exact: true })
  for (const name of ['内容管理', '学时证明', '订单与对账', '操作日志']) await expect(desk(name)).toHaveCount(1)
  for (const name of ['批量导入', '轮播图', '抓拍核查', '打印字体', '工作人员']) await expect(desk(name)).toHaveCount(0)
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  for (const path of paths) {
    await menu(page).locator(`a[href="${path}"]`).click()
    await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`))
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByText('没有权限')).toHaveCount(0)
  }
  const teaching = menu(page).getByRole('button', { name: '教学' })
  await teaching.click()
  await expect(menu(page).getByRole('link', { name: '题库' })).toBeHidden()
  await page.reload()
  await expect(teaching).toHaveAttribute('aria-expanded', 'false')
  await teaching.press('ArrowDown')
  await expect(menu(page).getByRole('button', { name: '学员' })).toBeFocused()
  // Opening a page expands its menu group.
  await page.goto('/console/questions')
  await expect(teaching).toHaveAttribute('aria-expanded', 'true')
  await expect(menu(page).getByRole('link', { name: '题库' })).toBeInViewport()
  await page.goto('/console/site-info')
  await expect(page.getByText('没有权限', { exact: true }).last()).toBeVisible()
  await axe(page)
  await page.goto('/console/posters')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: /新建/ })).toHaveCount(0)
})

test('a staff account is created and sets up an authenticator, and the audit log names its creator', async ({
  page,
  visitor,
}) => {
  await staffSignIn(page, demoStaff.admin)
  const made = await createStaff(page, '林晓', ['内容编辑'])

  await test.step('a one-time password must be changed first', async () => {
    await visitor.goto('/console/login')
    await sendStaffLogin(visitor, made.username, made.password)
    await expect(visitor).toHaveURL('/console/first-password')
    await axe(visitor)
    await visitor.goto('/console/friendlinks')
    await takeOwnPassword(visitor, made.password, ownPassword)
    await expect(menu(visitor).getByRole('link', { name: '友情链接' })).toBeVisible()
    await expect(menu(visitor).getByRole('link', { name: '操作日志' })).toHaveCount(0)
  })

  await test.step('with an authenticator the login asks for a code', async () => {
    const otpauthUrl = await bindTotp(visitor, ownPassword)
    await staffSignOut(visitor)
    await sendStaffLogin(visitor, made.username, ownPassword)
    const code = visitor.getByLabel('动态口令')
    await expect(code).toBeFocused()
    await axe(visitor)
    await code.fill('000000')
    await visitor.getByRole('button', { name: '验证并登录' }).click()
    await expect(visitor.getByText(/动态口令不正确或已使用/)).toBeVisible()
    // Setting up the authenticator used up the current code, so use the next one.
    await code.fill(codeOf(otpauthUrl, 1))
    await visitor.getByRole('button', { name: '验证并登录' }).click()
    await expect(visitor).toHaveURL('/console')
  })

  await test.step('changes appear in the audit log with old and new values', async () => {
    await visitor.goto('/console/friendlinks')
    const title = `测试链接 ${made.username}`
    await visitor.getByRole('button', { name: '新建友情链接' }).click()
    await visitor.getByLabel('名称').fill(title)
    await visitor.getByLabel('链接', { exact: true }).fill('javascript:alert(1)')
    await visitor.getByRole('button', { name: '保存' }).click()
    await expect(visitor.getByText('链接应以 http://、https:// 或 / 开头')).toBeVisible()
    await visitor.getByLabel('链接', { exact: true }).fill('https://example.com/a')
    await visitor.getByRole('button', { name: '保存' }).click()
    await visitor.getByRole('switch', { name: `显示：${title}` }).click()
    await expect(visitor.getByRole('switch', { name: `显示：${title}` })).not.toBeChecked()
    await staffSignOut(visitor)

    await staffSignIn(visitor, demoStaff.auditor)
    await visitor.goto(`/console/audit?actor=${made.username}&action=first_page.`)
    await expect(visitor.getByText('共 2 条')).toBeVisible()
    const row = visitor.getByRole('row').filter({ hasText: '林晓' }).first()
    await expect(row).toContainText('保存友情链接')
    await row.getByRole('button').click()
    const diff = visitor.getByRole('row').filter({ hasText: '显示' }).last()
    await expect(diff).toHaveText(/显示是否/)
    await axe(visitor)
    await visitor.goto('/console/audit?action=staff.created')
    const creation = visitor.getByRole('row').filter({ hasText: '林晓' }).first()
    await expect(creation).toContainText('admin')
  })

  await test.step('a disabled account is signed out at once', async () => {
    const account = page.getByRole('row').filter({ hasText: made.username })
    await account.getByRole('button', { name: '停用' }).click()
    const dialog = page.getByRole('dialog')
    await axe(page)
    await dialog.getByRole('button', { name: '停用' }).click()
    await expect(dialog.getByText('请填写原因')).toBeVisible()
    await dialog.getByLabel('原因').fill('测试结束')
    await dialog.getByRole('button', { name: '停用' }).click()
    await expect(page.getByText('已停用：林晓')).toBeVisible()
    await staffSignOut(visitor)
    await sendStaffLogin(visitor, made.username, ownPassword)
    await expect(visitor.getByText('用户名或密码不正确')).toBeVisible()
  })
})

test.describe('ended session', () => {
  test.use({ tolerated: [/status of 401/] })

  test('an ended session leads to the login and back, even from an unsaved form', async ({ page }) => {
    await staffSignIn(page, demoStaff.editor, '/console/site-info')
    await page.getByLabel('公众号').fill('changed')
    await page.getByRole('link', { name: '轮播图' }).click()
    const ask = page.getByRole('dialog', { name: '放弃没有保存的修改？' })
    await axe(page)
    await ask.getByRole('button', { name: '留在这里' }).click()
    await expect(page).toHaveURL('/console/site-info')
    await staffPost(page, '/staff/v1/logout', {})
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page).toHaveURL('/console/login?return=%2Fsite-info&why=expired')
    await expect(page.getByText(/登录已失效/)).toBeVisible()
  })
})

test.describe('half an hour of inactivity', () => {
  // A request at the moment of sign-out may be refused.
  test.use({ tolerated: [/status of 401/] })

  test('inactivity ends the session after a warning', async ({ page }) => {
    await page.clock.install()
    await staffSignIn(page, demoStaff.editor)
    await expect(menu(page)).toBeVisible()
    await page.clock.fastForward('28:30')
    const warning = page.getByRole('dialog', { name: '还在使用吗？' })
    await expect(warning).toBeVisible()
    await warning.getByRole('button', { name: '继续使用' }).click()
    await expect(warning).toBeHidden()
    await page.clock.fastForward('31:00')
    await expect(page).toHaveURL('/console/login?why=idle')
    await expect(page.getByText(/^长时间没有操作/)).toBeVisible()
  })
})

test('the form of site constants keeps input typed during a save and detects changes by others', async ({ page }) => {
  await staffSignIn(page, demoStaff.admin, '/console/site-info')
  const account = page.getByLabel('公众号', { exact: true })
  const before = await account.inputValue()
  const save = page.getByRole('button', { name: '保存', exact: true })
  const saved = page.getByText('站点信息已保存')
  const other = await page.context().newPage()
  await other.goto('/console/site-info')
  await expect(other.getByLabel('公众号', { exact: true })).toHaveValue(before)

  await page.route('**/first_page/v1/save_site_info', async (route) => {
    await account.fill('再改')
    await route.continue()
  })
  await account.fill('先改')
  // Saving with a missing picture needs confirmation.
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: '坏图.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(save).toBeDisabled()
  await page.getByRole('checkbox', { name: '不带这些文件，照样保存' }).check()
  await save.click()
  await expect(saved).toBeVisible()
  await expect(page.getByText('有修改还没有保存')).toBeVisible()

  await other.getByLabel('公众号', { exact: true }).fill('别的')
  await other.getByRole('button', { name: '保存', exact: true }).click()
  await other.getByRole('button', { name: '放弃我的修改，载入最新内容' }).click()
  await expect(other.getByLabel('公众号', { exact: true })).toHaveValue('先改')
  await other.getByLabel('公众号', { exact: true }).fill(before)
  await other.getByRole('button', { name: '保存', exact: true }).click()
  await expect(other.getByText('站点信息已保存')).toBeVisible()
  await other.close()
})

test('a dialog with a failed upload is submitted only after confirmation', async ({ page }) => {
  await staffSignIn(page, demoStaff.admin, '/console/swipers')
  await page.getByRole('button', { name: '新建轮播图' }).click()
  const dialog = page.getByRole('dialog', { name: '新建轮播图' })
  const save = dialog.getByRole('button', { name: '保存' })
  await expect(save).toBeEnabled()
  await dialog
    .locator('input[type="file"]')
    .setInputFiles({ name: '坏图.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(save).toBeDisabled()
  // The longer error text moves the content below it.
  await expect(dialog.getByRole('note')).toContainText('不支持这种文件')
  await dialog.getByRole('checkbox', { name: /^不带这些文件/ }).check()
  await expect(save).toBeEnabled()
})

test('friend links can be sorted by keyboard', async ({ page }) => {
  await staffSignIn(page, demoStaff.admin, '/console/friendlinks')
  const list = page.getByRole('list', { name: '友情链接' })
  const names = list.locator('strong')
  await expect(names.first()).toBeVisible()
  const before = await names.allTextContents()
  const button = (way: '上移' | '下移') => page.getByRole('button', { name: `${way}：${before[0]}`, exact: true })
  await button('下移').focus()
  // This save is slow, so that the second key press comes during the first.
  await page.route('**/first_page/v1/order_friendlinks', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  const moves = async (way: '上移' | '下移', places: number[]) => {
    for (const place of places) {
      await page.keyboard.press('Enter')
      await expect(names.nth(place)).toHaveText(before[0] ?? '')
      const other = way === '上移' ? '下移' : '上移'
      // In the first and last row, one of the two move buttons is disabled.
      await expect(button(place === 0 ? other : way)).toBeFocused()
    }
  }
  await moves('下移', [1, 2])
  await expect(list).toHaveAttribute('aria-busy', 'false')
  await page.reload()
  await expect(names.nth(2)).toHaveText(before[0] ?? '')
  await button('上移').focus()
  await moves('上移', [1, 0])
  await expect(names).toHaveText(before)
  await expect(list).toHaveAttribute('aria-busy', 'false')
})

test('sign-in, publication and sign-out work by keyboard only', async ({ page }) => {
  test.setTimeout(300_000)
  await staffSignIn(page, demoStaff.editor)
  const content = contentOf('键盘发布', '<p>正文。</p>')
  await staffPost(page, '/poster/v1/create', { categoryId: 28, content })
  await page.evaluate(() => localStorage.clear())
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  await test.step('the editor signs in and opens the item', async () => {
    await page.goto('/console/login')
    await expect(page.getByLabel('用户名')).toBeFocused()
    await page.keyboard.type(demoStaff.editor)
    await tabTo(page, page.getByLabel('密码', { exact: true }))
    await page.keyboard.type(demoStaff.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/console')
    await tabTo(page, menu(page).getByRole('link', { name: '内容管理' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('table', { name: '内容' })).toBeVisible()
    await tabTo(page, page.getByLabel('标题关键词'))
    await page.keyboard.type(content.title)
    await page.keyboard.press('Enter')
    await expect(page.getByText('共 1 篇')).toBeVisible()
    await tabTo(page, page.getByRole('link', { name: content.title }))
    await page.keyboard.press('Enter')
  })

  await test.step('the editor changes the title and saves', async () => {
    await tabTo(page, page.getByLabel('标题', { exact: false }).first())
    await page.keyboard.press('End')
    await page.keyboard.type('（改）')
    await tabTo(page, button('保存'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^已保存 \d\d:\d\d$/)).toBeVisible()
  })

  await test.step('side panels keep and return the focus, and the item is published', async () => {
    for (const name of ['历史稿', '删除草稿', '发布…']) {
      await tabTo(page, button(name))
      await page.keyboard.press('Enter')
      await expectTrap(page, page.getByRole('dialog'), button(name))
    }
    // The closing side panel may swallow the key press.
    await expect(async () => {
      if (await button('立即发布').isHidden()) await button('发布…').press('Enter')
      await expect(button('立即发布')).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await tabTo(page, button('立即发布'))
    await page.keyboard.press('Enter')
    await expect(page.getByText('已发布，读者现在可以看到')).toBeVisible()
    await expect(button('发布…')).toBeFocused()
  })

  await test.step('the editor signs out', async () => {
    await tabTo(page, button('退出登录'), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabTo(page, button('确认退出'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/console/login')
    await expect(page.getByLabel('用户名')).toBeFocused()
  })
  const list = `/api/client/first_page/v1/posters_list?categoryId=28&page=1&keyword=${encodeURIComponent(content.title)}`
  await expect
    .poll(async () => (await (await page.request.get(list)).json()).data.list)
    .toMatchObject([{ title: `${content.title}（改）` }])
})

test.describe('error of a page', () => {
  test.use({ tolerated: [/the page broke/] })

  test('a page error appears in 系统状态 with its route and without ids', async ({ page, visitor }) => {
    await visitor.goto('/index')
    // Scripts of public pages load on the first interaction with the page.
    await visitor.locator('h1').first().click()
    // Only the script makes this button visible; the route is known by then.
    await expect(visitor.getByRole('button', { name: '大字版' })).toBeVisible()
    const told = visitor.waitForRequest('**/api/client/system/v1/report')
    await visitor.evaluate(() => {
      setTimeout(() => {
        throw new Error('the page broke for 13800138000')
      })
    })
    await told
    await staffSignIn(page, demoStaff.auditor, '/console/system-status')
    const row = page.getByRole('row', { name: /the page broke for …/ })
    await expect(row).toContainText('公开网站/index')
    await row.getByRole('button').click()
    await expect(page.getByRole('row', { name: /位置/ })).toContainText('Chrome')
    await axe(page)
  })
})
