import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { staffSessionStorageKey } from '../client/src/staff-session.ts'
import { axe } from './axe.ts'
import { body, contentOf, draft, insertPicture, newItem, publish, saved, seeds } from './content-desk.ts'
import { codeOf, demoStaff, ownPassword, sendStaffLogin, staffPost, staffSignIn } from './staff.ts'
import { expect, test } from './test.ts'

/** Readers see changes within 5 s (docs/rules/content.md#publication); a busy browser may need longer. */
const soon = { timeout: 5000, intervals: [500] }

test('readers see publication and restored revisions within 5 s, and auditors see who did it', async ({
  page,
  visitor,
}) => {
  test.setTimeout(300_000)
  const title = `家庭药箱怎么整理 ${Date.now()}`
  await signInWithTotp(page)

  await test.step('the editor writes an article with picture and video', async () => {
    await page.getByRole('navigation').getByRole('link', { name: '内容管理' }).click()
    await expect(page.getByRole('table', { name: '内容' })).toBeVisible()
    await newItem(page, '科普视频')
    await axe(page)
    await page.getByLabel('标题', { exact: false }).first().fill(title)
    await body(page).click()
    await page.keyboard.type('药箱每半年清理一次。')
    await page.getByLabel('上传视频').setInputFiles(`${seeds}insulin.mp4`)
    await expect(page.getByLabel('当前视频')).toBeVisible()
    await page.getByLabel('上传字幕').setInputFiles(`${seeds}insulin.vtt`)
    await expect(page.getByText('insulin.vtt')).toBeVisible()
    await insertPicture(page, { axe: true })
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await saved(page)
    await expect(page).toHaveURL(/\/console\/posters\/[0-9a-f-]{36}$/)
    await axe(page)
  })
  const id = page.url().split('/').at(-1) ?? ''

  await test.step('the editor previews the article as readers see it', async () => {
    await page.getByRole('button', { name: '预览' }).click()
    await expect(page.getByRole('article').getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByText('药箱每半年清理一次。')).toBeVisible()
    await axe(page)
    await page.getByRole('button', { name: '返回编辑' }).click()
    await expect(body(page)).toBeVisible()
  })

  await test.step('after publication a visitor finds the article on the home page', async () => {
    await publish(page, { axe: true })
    await expect.poll(() => served(visitor, '/list/technologyVideo'), soon).toContain(title)
    await visitor.goto('/index')
    // The button becomes visible once scripts run.
    await expect(visitor.getByRole('button', { name: '大字版' })).toBeVisible()
    await visitor.getByRole('radio', { name: '科普视频' }).check()
    await visitor.getByRole('link', { name: title }).click()
    const article = visitor.getByRole('article')
    await expect(article).toContainText('药箱每半年清理一次。')
    await expect(article.locator('video')).toBeVisible()
    const picture = article.locator('.prose img')
    await expect(picture).toHaveAttribute('alt', '打开的药箱')
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
  })

  await test.step('a changed text stays a draft until publication', async () => {
    await body(page).locator('p').first().click()
    await page.keyboard.press('End')
    await page.keyboard.type('过期的要丢弃。')
    await page.keyboard.press('Control+s')
    await saved(page)
    await expect(page.getByText('有未发布的修改（第 2 稿）')).toBeVisible()
    await visitor.reload()
    await expect(visitor.getByRole('article')).not.toContainText('过期的要丢弃。')
    await publish(page)
    await expect.poll(() => served(visitor, visitor.url()), soon).toContain('过期的要丢弃。')
    await visitor.reload()
    await expect(visitor.getByRole('article')).toContainText('过期的要丢弃。')
  })

  await test.step('the first version of the text is compared, restored and published', async () => {
    await page.getByRole('button', { name: '历史稿' }).click()
    const drawer = page.getByRole('dialog', { name: '历史稿' })
    await expect(drawer.getByText('读者所见')).toHaveCount(1)
    await axe(page)
    await drawer.getByRole('button', { name: '第 1 稿与最新稿对比' }).click()
    await expect(drawer.getByRole('listitem').filter({ hasText: '新增' })).toContainText('过期的要丢弃。')
    await axe(page)
    await drawer.getByRole('button', { name: '返回历史稿列表' }).click()
    await drawer.getByRole('button', { name: '恢复第 1 稿' }).click()
    const ask = page.getByRole('dialog', { name: '恢复第 1 稿？' })
    await axe(page)
    await ask.getByRole('button', { name: '恢复', exact: true }).click()
    await expect(body(page)).not.toContainText('过期的要丢弃。')
    await publish(page)
    await expect.poll(() => served(visitor, visitor.url()), soon).not.toContain('过期的要丢弃。')
    await visitor.reload()
    const article = visitor.getByRole('article')
    await expect(article).toContainText('药箱每半年清理一次。')
    await expect(article).not.toContainText('过期的要丢弃。')
  })

  await test.step('the auditor sees who did what', async () => {
    await staffSignIn(page, demoStaff.auditor, `/console/audit?subject=${id}`)
    await expect(page.getByText('共 6 条')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: '林晓' })).toHaveCount(6)
    await expect(page.getByRole('row').filter({ hasText: '发布内容' })).toHaveCount(3)
    await expect(page.getByRole('row').filter({ hasText: '恢复历史稿' })).toHaveCount(1)
  })

  await test.step('without permission there is no publish button', async () => {
    await page.goto(`/console/posters/${id}`)
    await expect(page.getByRole('heading', { name: '查看内容' })).toBeVisible()
    await expect(body(page)).toHaveAttribute('contenteditable', 'false')
    for (const name of ['保存', '发布…', '撤回', '置顶'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    await axe(page)
  })
})

test('no editor overwrites changes of another that they have not seen', async ({ page, visitor }) => {
  await staffSignIn(page, demoStaff.editor)
  const title = await draft(page, '两人同写', '第一稿。')
  await staffSignIn(visitor, demoStaff.admin, new URL(page.url()).pathname)
  await body(visitor).click()
  await visitor.keyboard.type('别人先写。')
  await visitor.keyboard.press('Control+s')
  await saved(visitor)

  await body(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type('我后写。')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('他人已修改', { exact: true })).toBeVisible()
  await expect(page.getByText(/这篇内容刚被 admin 修改过|这篇内容刚被 .+ 修改过/)).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: '用我的内容另存为最新一稿' }).click()
  await saved(page)
  await page.getByRole('button', { name: '历史稿' }).click()
  const revisions = page.getByRole('dialog', { name: '历史稿' }).getByRole('listitem')
  await expect(revisions).toHaveCount(3)
  await page.keyboard.press('Escape')

  await test.step('an editor without changes loads the newest revision', async () => {
    await visitor.getByRole('button', { name: '删除草稿' }).click()
    const ask = visitor.getByRole('dialog', { name: '删除这份草稿？' })
    await ask.getByLabel('原因').fill('过时')
    await ask.getByRole('button', { name: '删除草稿' }).click()
    await expect(visitor.getByText('您在这个页面上没有修改')).toBeVisible()
    await ask.getByRole('button', { name: '再想想' }).click()
    await visitor.getByRole('button', { name: '放弃并关闭' }).click()
    await expect(visitor.getByRole('button', { name: '用我的内容另存为最新一稿' })).toBeHidden()
    await visitor.getByRole('button', { name: '载入最新稿' }).click()
    await expect(body(visitor)).toContainText('我后写。')
    await expect(visitor.getByRole('heading', { level: 1 })).toBeFocused()
  })

  await test.step('withdrawal and deletion require a reason', async () => {
    await page.getByRole('button', { name: '删除草稿' }).click()
    const ask = page.getByRole('dialog', { name: '删除这份草稿？' })
    await expect(ask.getByLabel('原因')).toBeFocused()
    await ask.getByRole('button', { name: '删除草稿' }).click()
    await expect(ask.getByText('请填写原因')).toBeVisible()
    await axe(page)
    await ask.getByLabel('原因').fill('测试结束')
    await ask.getByRole('button', { name: '删除草稿' }).click()
    await expect(page).toHaveURL('/console/posters')
    await page.goto(`/console/posters?keyword=${encodeURIComponent(title)}`)
    await expect(page.getByText('没有符合条件的内容')).toBeVisible()
    await axe(page)
  })
})

test('a batch publishes, withdraws and deletes content items and shows each outcome', async ({ page }) => {
  const batch = `批次${Date.now()}`
  await staffSignIn(page, demoStaff.editor)
  const [one, two, three] = await Promise.all(
    ['甲', '乙', '丙'].map(async (name) => {
      const content = { ...contentOf('', '<p>正文。</p>'), title: `${batch}${name}` }
      return (await staffPost(page, '/poster/v1/create', { categoryId: 28, content })).data
    }),
  )
  const statusOf = async (id: string) => (await page.request.get(`/detail/news/${id}`)).status()
  await page.goto(`/console/posters?keyword=${batch}`)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await expect(page.getByText('已选 3 篇')).toBeVisible()
  await axe(page)

  await test.step('an item changed by another person is reported and stays selected in the batch', async () => {
    const content = { ...contentOf('', '<p>别人改的。</p>'), title: `${batch}乙` }
    await staffPost(page, '/poster/v1/save', { ...two, content, cleaned: undefined })
    await page.getByRole('button', { name: '发布 3 篇' }).click()
    const ask = page.getByRole('dialog', { name: '发布 3 篇？' })
    await expect(ask).toContainText('读者几秒内就能看到它们的最新稿')
    await axe(page)
    await ask.getByRole('button', { name: '发布 3 篇' }).click()
    const outcome = page.getByRole('status').filter({ hasText: '已发布 2 篇，1 篇没有发布' })
    await expect(outcome).toContainText(`《${batch}乙》：`)
    await expect(outcome).toBeFocused()
    await expect(page.getByText('已选 1 篇')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: `选择《${batch}乙》` })).toBeChecked()
    await axe(page)
    for (const { id } of [one, three]) await expect.poll(() => statusOf(id), soon).toBe(200)
  })

  await test.step('the draft is deleted with a reason, and the other items are withdrawn', async () => {
    await page.getByRole('button', { name: '删除草稿 1 篇' }).click()
    const remove = page.getByRole('dialog', { name: '删除草稿 1 篇？' })
    await expect(remove.getByLabel('原因')).toBeFocused()
    await remove.getByRole('button', { name: '删除草稿 1 篇' }).click()
    await expect(remove.getByText('请填写原因')).toBeVisible()
    await remove.getByLabel('原因').fill('测试结束')
    await page.keyboard.press('Enter')
    await expect(page.getByText('已删除草稿 1 篇')).toBeVisible()
    // Wait until the deleted row is gone before selecting all rows.
    await expect(page.getByRole('checkbox', { name: `选择《${batch}乙》` })).toHaveCount(0)
    await page.getByRole('checkbox', { name: '选择本页全部' }).check()
    await page.getByRole('button', { name: '撤回 2 篇' }).click()
    const withdraw = page.getByRole('dialog', { name: '撤回 2 篇？' })
    await withdraw.getByLabel('原因').fill('测试结束')
    await withdraw.getByRole('button', { name: '撤回 2 篇' }).click()
    await expect(page.getByText('已撤回 2 篇')).toBeVisible()
    await expect.poll(() => statusOf(one.id), soon).toBe(404)
  })
})

/** Fetches the HTML as the server sends it. */
async function served(visitor: Page, url: string): Promise<string> {
  return (await visitor.request.get(url)).text()
}

/** Creates an editor account with an authenticator by API and signs in on the page. */
async function signInWithTotp(page: Page): Promise<void> {
  await staffSignIn(page, demoStaff.admin)
  const account = { username: `e2e${randomInt(1e14)}`, name: '林晓', roles: ['EDITOR'] }
  const made = (await staffPost(page, '/staff/v1/create_staff', account)).data
  await staffSignIn(page, account.username, '/console/first-password', made.password)
  const own = { oldPassword: made.password, newPassword: ownPassword }
  expect(await staffPost(page, '/staff/v1/change_password', own)).toMatchObject({ code: 1 })
  const begun = await staffPost(page, '/staff/v1/totp_begin', { password: ownPassword })
  const code = codeOf(begun.data.otpauthUrl)
  expect(await staffPost(page, '/staff/v1/totp_confirm', { code })).toMatchObject({ code: 1 })
  await page.evaluate((key) => localStorage.removeItem(key), staffSessionStorageKey)
  await page.goto('/console/login')
  await sendStaffLogin(page, account.username, ownPassword)
  // Setting up the authenticator used up the current code, so use the next one.
  await page.getByLabel('动态口令').fill(codeOf(begun.data.otpauthUrl, 1))
  await page.getByRole('button', { name: '验证并登录' }).click()
  await expect(page).toHaveURL('/console')
}
