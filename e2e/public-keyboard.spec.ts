import type { Page } from '@playwright/test'
import { publishItem } from './publish-item.ts'
import { passTo, tab } from './tab-order.ts'
import { expect, test } from './test.ts'

const header = [
  '江南省执业药师继续教育平台',
  '搜索全站内容',
  '搜索',
  '大字版',
  '登录',
  '注册',
  '首页',
  '注册指南',
  '继续教育',
  '新闻',
  '政策',
  '学时查询（新窗口打开）',
  '联系我们',
]

test('a visitor finds an article and moves on to the next article by keyboard only', async ({ page }) => {
  test.setTimeout(300_000)
  await open(page, '/index')

  await test.step('the first tab stop is a link that skips the header', async () => {
    expect(await tab(page)).toBe('跳到正文')
    await page.keyboard.press('Enter')
    await expect(page.locator('#content')).toBeFocused()
    expect(await tab(page)).toBe('登录学习')
    expect(await tab(page, 'Shift+Tab')).toBe('联系我们')
  })

  await test.step('tab stops in the header follow the reading order', async () => {
    await open(page, '/index')
    expect(await tab(page)).toBe('跳到正文')
    const order: string[] = []
    for (const _ of header) order.push(await tab(page))
    expect(order).toEqual(header)
  })

  await test.step('search and its results work by keyboard', async () => {
    await open(page, '/index')
    await passTo(page, page.getByRole('searchbox', { name: '搜索全站内容' }))
    await page.keyboard.type('药品管理法')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?keyword=/)
    await expect(page.getByRole('status').filter({ hasText: '有关的内容共' })).toBeVisible()
    await passTo(page, page.getByRole('link', { name: /^中华人民共和国药品管理法/ }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/detail\/law\//)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toHaveText('中华人民共和国药品管理法')
    // The list that contained the link is gone, so the focus continues from the title.
    await expect(title).toBeFocused()
  })

  await test.step('the table of contents leads into the text, and the focus continues there', async () => {
    const chapter = page.getByRole('link', { name: '第十一章 法律责任' })
    await passTo(page, chapter)
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { name: '第十一章 法律责任' })
    await expect(heading).toBeInViewport()
    // There is no link between the end of the text and the links to other items.
    await passTo(page, page.getByRole('link', { name: '返回法律法规列表' }), 4)
  })

  await test.step('previous and next items work by keyboard', async () => {
    const sides = page.getByRole('navigation', { name: '上一篇和下一篇' }).getByRole('link')
    const next = await tab(page, 'Shift+Tab')
    expect(next).toBe(await sides.nth(1).textContent())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(next)
  })
})

test('attachments and a video work by keyboard only', async ({ page, request }) => {
  const path = await publishItem(request, {
    category: 'notice',
    title: `附件与表格 ${Date.now()}`,
    bodyHtml: `<p>请下载附件。</p>${wideTable}`,
    attachments: [{ name: '学时登记表.pdf', content: smallPdf }],
  })

  await test.step('a wide table scrolls and an attachment downloads by keyboard', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, path)
    await passTo(page, page.getByRole('region', { name: '表格，可左右滚动' }))
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.evaluate(() => document.querySelector('.table-scroll')?.scrollLeft)).toBeGreaterThan(0)
    await passTo(page, page.getByRole('link', { name: '学时登记表.pdf' }))
    const download = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    expect((await download).suggestedFilename()).toBe('学时登记表.pdf')
    await page.setViewportSize({ width: 1366, height: 768 })
  })

  await test.step('the video plays with captions by keyboard and lets the focus out', async () => {
    await open(page, '/list/technologyVideo')
    const card = page.getByRole('link', { name: '一分钟学会正确滴眼药水' })
    await passTo(page, card)
    await page.keyboard.press('Enter')
    const video = page.locator('video')
    await expect(video).toBeVisible()
    await passTo(page, video)
    await page.keyboard.press('Space')
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.paused)).toBe(false)
    await page.keyboard.press('Space')
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.paused)).toBe(true)
    const shown = (film: HTMLVideoElement) => film.textTracks[0]?.cues?.length ?? 0
    await expect.poll(() => video.evaluate(shown)).toBeGreaterThan(0)
    // The native controls of the video are tab stops too.
    await passTo(page, page.getByRole('link', { name: '播放不了？直接打开视频文件' }), 15)
  })
})

test('floating tools, large print and login work by keyboard only', async ({ page }) => {
  test.setTimeout(300_000)
  await open(page, '/guide')

  await test.step('popovers open by keyboard, close and return the focus', async () => {
    const phone = page.locator('summary').filter({ hasText: '手机版' })
    await passTo(page, phone)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('img', { name: '本页手机版的二维码' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('用手机扫一扫')).toBeHidden()
    await expect(phone).toBeFocused()

    const service = page.locator('summary').filter({ hasText: '客服' })
    expect(await tab(page)).toBe('客服')
    await page.keyboard.press('Space')
    await expect(page.getByRole('img', { name: /二维码$/ }).last()).toBeVisible()
    expect(await tab(page)).toBe('0571-0000 0000')
    await page.keyboard.press('Escape')
    await expect(page.getByText('服务热线').last()).toBeHidden()
    await expect(service).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(page.getByText('服务热线').last()).toBeVisible()
    await tab(page)
    // The menu closes when the focus leaves it.
    expect(await tab(page)).toBe('顶部')
    await expect(service.locator('..')).not.toHaveAttribute('open')
    await page.keyboard.press('Enter')
    await expect(page.locator('#content')).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  await test.step('large print is switched on, stays and is switched off', async () => {
    await open(page, '/guide')
    const large = page.getByRole('button', { name: '大字版' })
    await passTo(page, large)
    await page.keyboard.press('Space')
    await expect(large).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => textSize(page)).toBe('20px')
    await page.reload()
    await expect.poll(() => textSize(page)).toBe('20px')
    await passTo(page, large)
    await page.keyboard.press('Enter')
    await expect(large).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => textSize(page)).toBe('16px')
  })

  await test.step('the login page puts the focus into its first field', async () => {
    await passTo(page, page.getByRole('link', { name: '登录', exact: true }), 3)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/login')
    await expect(page.getByLabel('手机号或证件号')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('密码', { exact: true })).toBeFocused()
  })
})

test('Tab passes every stop of the home page once and never gets stuck', async ({ page }) => {
  await open(page, '/index')
  const all = await page.evaluate(() => {
    const stops = 'a[href], button, input, select, summary, [tabindex="0"]'
    return [...document.querySelectorAll(stops)].filter((stop) => {
      // A radio group is a single tab stop.
      if (stop.matches('input[type=radio]:not(:checked)')) return false
      return stop.checkVisibility({ visibilityProperty: true })
    }).length
  })
  const passed: string[] = []
  while (passed.length <= all) {
    const name = await tab(page)
    if (!name) break
    passed.push(name)
  }
  expect(passed).toHaveLength(all)
  expect(passed.at(-1)).toBe('顶部')

  await test.step('arrow keys switch tabs, and the carousel pauses while it has focus', async () => {
    await passTo(page, page.getByRole('radio', { name: '科普文章' }), 80)
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('link', { name: /^视频：/ }).first()).toBeVisible()
    await tab(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/list/technologyVideo')
  })
})

test.describe('public pages below /h5', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Mobile Safari/537.36',
  })

  test('menu, tools and the link to the desktop version work below /h5', async ({ page }) => {
    await open(page, '/h5/index')
    expect(await tab(page)).toBe('跳到正文')
    const order: string[] = []
    for (let count = 0; count < 11; count += 1) order.push(await tab(page))
    expect(order).toEqual([header[0], '搜索', ...header.slice(4)])
    await open(page, '/h5/index')
    await passTo(page, page.getByRole('link', { name: '搜索', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/h5/search')
    await passTo(page, page.getByRole('link', { name: '处方药', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '有关的内容共' })).toBeVisible()

    await open(page, '/h5/guide')
    const contents = page.locator('summary').filter({ hasText: '目录' })
    await passTo(page, contents)
    await page.keyboard.press('Enter')
    await passTo(page, page.getByRole('link', { name: '五、常见问题' }), 6)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '五、常见问题' })).toBeInViewport()

    const service = page.locator('summary').filter({ hasText: '客服' })
    await passTo(page, service)
    await page.keyboard.press('Enter')
    await expect(page.getByText('服务热线').last()).toBeVisible()
    expect(await tab(page)).toBe('0571-0000 0000')
    await page.keyboard.press('Escape')
    await expect(service).toBeFocused()

    await open(page, '/h5/guide')
    await passTo(page, page.getByRole('link', { name: '电脑版' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/guide')
  })
})

/** Opens the page and waits for hydration; the next Tab starts at the top of the page. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('button', { name: '大字版' })).toBeVisible()
}

function textSize(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).fontSize)
}

const wideTable = `<table><tbody><tr>${'<td>专业科目学时</td>'.repeat(9)}</tr></tbody></table>`
const smallPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
