import { axe } from './axe.ts'
import { demo, newcomer, register, sendLogin, signIn, storedSession } from './people.ts'
import { expect, pressAway, test } from './test.ts'

const site = '江南省执业药师继续教育平台'

test('a guarded page leads through the login and back with its query', async ({ page }) => {
  await page.goto('/system/orders?status=PAID&page=1')
  await expect(page).toHaveURL('/login?redirect=%2Fsystem%2Forders%3Fstatus%3DPAID%26page%3D1&status=PAID&page=1')
  await sendLogin(page, demo.proven, demo.password)
  await expect(page).toHaveURL('/system/orders?status=PAID&page=1')
  // The student has one paid year and one free trial year.
  const orders = page.getByRole('listitem', { name: /^订单 / })
  await expect(orders).toContainText(['已支付', '免费'])
  await page.goBack()
  // The login page must not be the return target.
  await expect(page).not.toHaveURL(/\/login/)
})

test('a redirect to another site leads to the workbench instead', async ({ page }) => {
  await page.goto('/login?redirect=//evil.example/')
  await sendLogin(page, demo.proven, demo.password)
  await expect(page).toHaveURL('/system/dashboard')
})

test('a signed-in user does not see login and registration', async ({ page }) => {
  await signIn(page, demo.proven, { path: '/index' })
  for (const door of ['/login', '/register']) {
    await page.goto(door)
    await expect(page).toHaveURL('/system/dashboard')
    await expect(page.getByRole('heading', { name: '工作台' })).toBeVisible()
    // The login leaves no history entry.
    await page.goBack()
    await expect(page).toHaveURL('/index')
  }
  await page.goto('/system')
  await expect(page).toHaveURL('/system/dashboard')
  const menu = page.getByRole('complementary')
  const entries = menu.getByRole('navigation').getByRole('link')
  await expect(entries).toHaveText([
    ...['工作台', '继续教育报名', '我的课程', '学时减免', '申请减免', '学时证明'],
    ...['我的订单', '我的信息'],
  ])
  await expect(menu.getByText('v1.0', { exact: true })).toBeVisible()
  expect((await menu.boundingBox())?.width).toBe(220)
})

test('客服 can be reached everywhere, also by keyboard', async ({ page }) => {
  await signIn(page, demo.proven)
  const help = page.getByRole('complementary').getByRole('button', { name: '客服' })
  const contact = page.getByRole('dialog', { name: '联系客服' })
  await help.press('Enter')
  await expect(contact.getByRole('link', { name: /^[\d -]+$/ })).toBeVisible()
  await axe(page)
  await page.keyboard.press('Escape')
  await expect(contact).toBeHidden()
  await expect(help).toBeFocused()
})

test('a page with an incomplete address says which item was not found and links to a list', async ({ page }) => {
  await signIn(page, demo.proven)
  for (const [path, words, way] of [
    ['/system/invoices/abc', '没有找到这张发票', '/system/invoices'],
    ['/system/my-courses/a/b', '没有找到该课程', '/system/my-courses'],
    ['/system/reduction-apply?id=abc', '没有找到这份减免申请', '/system/reduction'],
    ['/exam/a/b/c', '没有找到这次考试', '/system/my-courses'],
  ] as const) {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.getByText(words)).toBeVisible()
    await expect(main.locator(`a[href="${way}"]`).last()).toBeVisible()
    await expect(main.getByRole('button', { name: '重试' })).toBeHidden()
  }
})

test('sign-out asks first and leaves no data', async ({ page }) => {
  await signIn(page, demo.proven)
  const out = page.getByRole('button', { name: '退出登录' })
  const ask = page.getByRole('dialog', { name: '确认退出系统？' })
  await out.click()
  await expect(ask).toContainText('退出后将返回官网首页')
  await axe(page)
  await ask.getByRole('button', { name: '再想想' }).click()
  await expect(ask).toBeHidden()
  await expect(out).toBeFocused()
  const token = (await storedSession(page))?.token ?? ''
  await out.click()
  await expect(ask).toBeVisible()
  await pressAway(ask.getByRole('button', { name: '确认退出' }))
  await expect(page).toHaveURL('/index')
  await expect(page.getByRole('link', { name: '登录', exact: true })).toBeVisible()
  await expect.poll(() => storedSession(page)).toBeNull()
  // The page signs out without waiting for the server's response.
  const headers = { authorization: token }
  const profile = () => page.request.get('/api/client/student/v1/profile', { headers })
  await expect.poll(async () => (await profile()).status()).toBe(401)
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?redirect=/)
})

test.describe('pages without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a page that needs scripts says so and links to pages that work without', async ({ page }) => {
    await page.goto('/login')
    const words = page.getByRole('main')
    await expect(words.getByRole('heading', { name: '本页需要启用 JavaScript' })).toBeVisible()
    // The CSP allows the inline style of this text.
    await expect(words).toHaveCSS('max-width', '640px')
    await words.getByRole('link', { name: '联系我们' }).click()
    await expect(page.getByRole('heading', { name: '联系我们' }).first()).toBeVisible()
    await page.goBack()
    await words.getByRole('link', { name: '官网首页' }).click()
    await expect(page).toHaveURL('/index')
  })
})

test.describe('ended session', () => {
  test.use({ tolerated: [/status of 401/] })

  test('an ended session is reported and cleared, and the page reloads after two seconds', async ({ page }) => {
    await register(page, newcomer('孙晓岚'))
    const { token } = (await storedSession(page)) ?? {}
    // Take the times from browser events, because polling notices them late.
    const at = { refused: 0, reloaded: 0 }
    page.on('response', (response) => {
      if (response.status() === 401) at.refused ||= performance.now()
    })
    page.on('request', (request) => {
      if (request.isNavigationRequest()) at.reloaded ||= performance.now()
    })
    await page.request.post('/api/client/student/v1/logout', {
      headers: { authorization: token ?? '' },
      data: {},
    })
    await page.getByRole('link', { name: '我的订单' }).click()
    const told = page.getByText('身份验证已过期，请重新登录')
    await expect(told).toBeVisible()
    await expect(page).toHaveURL('/login?redirect=%2Fsystem%2Forders')
    // The address changes before the page reloads.
    await expect.poll(() => at.reloaded).toBeGreaterThan(0)
    expect(at.reloaded - at.refused).toBeGreaterThan(1000)
    await expect(page.getByRole('heading', { name: '学员登录' })).toBeVisible()
    await expect(told).toBeHidden()
    expect(await storedSession(page)).toBeNull()
  })
})

test.describe('page load without network', () => {
  test.use({
    tolerated: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|TypeError|Unable to preload CSS/],
  })

  test('a page whose code failed to load appears when the network returns', async ({ page, context }) => {
    await signIn(page, demo.proven)
    await expect(page.getByText(/^下一步/)).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: '我的订单' }).click()
    await expect(page.getByText('页面没有加载完整')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: '我的订单' })).toBeVisible()
  })
})

test.describe('page titles', () => {
  // The browser logs the 404 of an unknown address.
  test.use({ tolerated: [/status of 404 \(Not Found\)/] })

  test('every page has its title, even an unknown address', async ({ page }) => {
    await page.goto('/login')
    await expect(page).toHaveTitle(`登录 - ${site}`)
    await page.goto('/list/unknown/deep')
    await expect(page).toHaveURL('/notfound')
    await expect(page.getByText('没有找到这个页面')).toBeVisible()
    await expect(page).toHaveTitle(`页面不存在 - ${site}`)
    await signIn(page, demo.proven)
    await expect(page).toHaveTitle(`工作台 - ${site}`)
    await page.getByRole('link', { name: '我的课程' }).click()
    await expect(page).toHaveTitle(`我的课程 - ${site}`)
    await page.goto('/system/nothing-here')
    await expect(page).toHaveURL('/notfound')
  })
})

test('a wrong password is refused without saying whether account or password is wrong', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: '登录' }).click()
  await expect(page.getByText('请输入手机号或证件号')).toBeVisible()
  await expect(page.getByText('请输入密码')).toBeVisible()
  await axe(page)
  const stranger = newcomer('周远')
  await sendLogin(page, stranger.phone, stranger.password)
  await expect(page.getByText('账号或密码不正确')).toBeVisible()
  await axe(page)
  await page.getByRole('button', { name: '忘记密码？' }).click()
  await expect(page.getByRole('dialog', { name: '忘记密码' })).toContainText('0571-0000 0000')
  await axe(page)
})
