import type { Page } from '@playwright/test'
import { categories } from '../contract/src/rules/categories.ts'
import { expect, test } from './test.ts'

const site = '江南省执业药师继续教育平台'

test('/ is the home page, and every title contains the names of page and site', async ({ page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/index')
  await page.goto('/h5')
  await expect(page).toHaveURL('/h5/index')
  const named = { '/guide': '注册指南', '/aboutUs': '联系我们', '/search': '站内搜索' }
  const lists = categories.map(({ name, title }) => [`/list/${name}`, title] as const)
  for (const [path, title] of [...Object.entries(named), ...lists]) {
    const { headers, body } = await text(page.request.get(path))
    expect(headers['content-type']).toContain('text/html')
    expect(body).toContain(`<title>${title} - ${site}</title>`)
  }
  // Both the title of an item and a link to it lead to the item.
  await page.goto('/index')
  await page.getByRole('link', { name: '政策', exact: true }).click()
  await expect(page).toHaveTitle(`政策文件 - ${site}`)
  const first = page.locator('.item-rows .item-title').first()
  const title = await first.textContent()
  await first.click()
  await expect(page).toHaveTitle(`${title} - ${site}`)
  const current = page.getByRole('navigation', { name: '主导航' }).locator('[aria-current]')
  await expect(current).toHaveText('政策')
})

test('the link 学时查询 opens the login in a new tab', async ({ page }) => {
  await page.goto('/index')
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: /^学时查询\s?（新窗口打开）$/ }).click()
  const tab = await opened
  await expect(tab).toHaveURL('/login?redirect=%2Fsystem%2Fgrant')
  expect(await tab.evaluate(() => window.opener)).toBeNull()
  await expect(page).toHaveURL('/index')
})

test('the footer names the operator and its contacts', async ({ page }) => {
  await page.goto('/index')
  const foot = page.getByRole('contentinfo')
  for (const [name, value] of Object.entries({
    主办单位: '江南省药品零售行业协会',
    地址: '江南省江州市示例大道 100 号药师之家 6 层',
    联系邮箱: 'service@example.com',
    服务热线: '0571-0000 0000',
    公众号: 'jiangnan-yaoshi',
    技术支持: '江南省药品零售行业协会信息部',
  }))
    await expect(foot.getByRole('term').filter({ hasText: name }).locator('..')).toHaveText(name + value)
  const address = (name: string | RegExp) => foot.getByRole('link', { name })
  await expect(address('service@example.com')).toHaveAttribute('href', 'mailto:service@example.com')
  await expect(address('0571-0000 0000')).toHaveAttribute('href', 'tel:057100000000')
  await expect(address(/ICP备/)).toHaveAttribute('href', 'https://beian.miit.gov.cn/')
  await expect(address(/公网安备/)).toHaveAttribute('href', /^https:\/\/beian\.mps\.gov\.cn\/.*\d{14}$/)
  const code = foot.getByRole('img', { name: /二维码$/ })
  await code.scrollIntoViewIfNeeded()
  await expect.poll(() => code.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
})

test('friend links show the name of their site and open a new tab', async ({ page }) => {
  await page.goto('/index')
  // Another test creates a link and hides it at once.
  const links = page.getByRole('navigation', { name: '友情链接' }).getByRole('link').filter({ hasNotText: '测试链接' })
  await expect(links).toHaveCount(8)
  for (const link of await links.all()) {
    const url = new URL((await link.getAttribute('href')) ?? '')
    expect(url.protocol).toMatch(/^https?:$/)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /\bnoopener\b/)
    await expect(link.locator('.friend-host')).toHaveText(url.host.replace(/^www\./, ''))
    await expect(link).toContainText('新窗口打开')
  }
})

test.describe('friend links that fail to load', () => {
  // The browser logs the failed response that this test causes.
  test.use({ tolerated: [/status of 500 .*friendlink_list/] })

  test('friend links that failed to load are left out without a message', async ({ page }) => {
    await page.route('**/first_page/v1/friendlink_list*', (route) =>
      route.fulfill({ status: 500, json: { code: 1000, msg: '服务器出错', data: null } }),
    )
    await page.goto('/guide')
    await running(page)
    const asked = page.waitForResponse(/friendlink_list/)
    await page.getByRole('link', { name: '首页', exact: true }).first().click()
    await asked
    await expect(page.getByRole('heading', { name: '通知公告' })).toBeVisible()
    await expect(page.getByText('友情链接')).toHaveCount(0)
    await expect(page.locator('.ui-notice')).toHaveCount(0)
  })
})

test.describe('public pages without network', () => {
  test.use({ tolerated: [/net::ERR_FAILED|CallOffline/] })

  test('a page reports that the network is missing and opens when it returns', async ({ page }) => {
    await page.goto('/index')
    await running(page)
    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('link', { name: '新闻', exact: true }).click()
    await expect(page.getByText('网络没有连上，恢复后这一页会自动打开。')).toBeVisible()
    await page.unroute('**/api/**')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect(page.getByRole('heading', { level: 1, name: '新闻动态' })).toBeVisible()
    await expect(page.locator('.item-rows li').first()).toBeVisible()
  })
})

test('drawn covers have the colour and icon of their category, and videos are marked', async ({ page }) => {
  await page.goto('/list/technologyVideo')
  const cards = page.locator('.item-cards li')
  // Other tests publish items too, so expect at least this many.
  await expect(cards.nth(5)).toBeVisible()
  for (const card of await cards.all()) {
    await expect(card.locator('.cover-technologyVideo svg path')).toHaveCount(2)
    await expect(card.getByRole('link')).toHaveAccessibleName(/^视频：/)
  }
  const title = cards.first().locator('.cover-title')
  await expect(title).toBeVisible()
  // On a phone the QR code would be too small beside the text.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(title).toBeHidden()
  await expect(cards.first().locator('.card-title')).toBeVisible()
})

test('large print chosen on a public page also applies to the login form', async ({ page }) => {
  await page.goto('/index')
  const sizes = () =>
    page.evaluate(() =>
      ['body', 'label', 'input[type=password]', 'button[type=submit]'].map((part) => {
        const found = document.querySelector(part)
        return found && getComputedStyle(found).fontSize
      }),
    )
  await page.getByRole('button', { name: '大字版' }).click()
  await page.getByRole('link', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { name: '学员登录' })).toBeVisible()
  await expect.poll(sizes).toEqual(['20px', '20px', '20px', '20px'])
})

/** Waits until scripts handle the links of the page. */
async function running(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: '大字版' })).toBeVisible()
}

async function text(answer: Promise<{ headers(): Record<string, string>; text(): Promise<string> }>) {
  const given = await answer
  return { headers: given.headers(), body: await given.text() }
}

test('Back restores the scroll position, and new pages start at the top', async ({ page }) => {
  for (const [path, link] of [
    ['/index', page.locator('.people a').last()],
    ['/list/law', page.locator('.item-rows a').last()],
    ['/search?keyword=%E8%8D%AF', page.locator('.item-rows a').last()],
  ] as const) {
    await page.goto(path)
    await expect(page.locator('button.is-waiting')).toHaveCount(0)
    await link.scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    expect(left).toBeGreaterThan(100)
    await link.click()
    await expect(page).toHaveURL(/\/detail\//)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL(path)
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(Math.round(left))
  }
  expect((await page.request.get('/favicon.ico')).headers()['content-type']).toBe('image/x-icon')
})
