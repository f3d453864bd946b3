import { axe } from './axe.ts'
import { demo, newcomer, register, sendLogin, signIn, storedSession } from './people.ts'
import { expect, pressAway, test } from './test.ts'

const site = '江南省执业药师继续教育平台'

test('the way to a guarded page leads through login and back, with its query', async ({ page }) => {
  await page.goto('/system/orders?status=PAID&page=1')
  await expect(page).toHaveURL(
    '/login?redirect=%2Fsystem%2Forders%3Fstatus%3DPAID%26page%3D1&status=PAID&page=1',
  )
  await sendLogin(page, demo.proven, demo.password)
  await expect(page).toHaveURL('/system/orders?status=PAID&page=1')
  // the year that this person paid for, and the trial year that is free
  const orders = page.getByRole('listitem', { name: /^订单 / })
  await expect(orders).toContainText(['已支付', '免费'])
  await page.goBack()
  // the login page is not what one comes back to
  await expect(page).not.toHaveURL(/\/login/)
})

test('a redirect that is not ours ends on the workbench', async ({ page }) => {
  await page.goto('/login?redirect=//evil.example/')
  await sendLogin(page, demo.proven, demo.password)
  await expect(page).toHaveURL('/system/dashboard')
})

test('who is signed in does not see the doors again', async ({ page }) => {
  await signIn(page, demo.proven, { path: '/index' })
  for (const door of ['/login', '/register']) {
    await page.goto(door)
    await expect(page).toHaveURL('/system/dashboard')
    await expect(page.getByRole('heading', { name: '工作台' })).toBeVisible()
    // the door left no entry of its own in the history
    await page.goBack()
    await expect(page).toHaveURL('/index')
  }
  await page.goto('/system')
  await expect(page).toHaveURL('/system/dashboard')
  // there, the menu is the specification's
  const menu = page.getByRole('complementary')
  const entries = menu.getByRole('navigation').getByRole('link')
  await expect(entries).toHaveText([
    ...['工作台', '继续教育报名', '我的课程', '学时减免', '申请减免', '学时证明'],
    ...['我的订单', '我的信息'],
  ])
  await expect(menu.getByText('v1.0', { exact: true })).toBeVisible()
  expect((await menu.boundingBox())?.width).toBe(220)
})

test('客服 is found wherever its help may be wanted, by keyboard too', async ({ page }) => {
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

test('an address that was cut off says what there is not, and leads on', async ({ page }) => {
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

test('signing out is asked about, and leaves nothing', async ({ page }) => {
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
  // the page does not wait for the server's word
  const headers = { authorization: token }
  const profile = () => page.request.get('/api/client/student/v1/profile', { headers })
  await expect.poll(async () => (await profile()).status()).toBe(401)
  await page.goBack()
  await expect(page).toHaveURL(/\/login\?redirect=/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a page that needs them says so, and leads to those that do not', async ({ page }) => {
    await page.goto('/login')
    const words = page.getByRole('main')
    await expect(words.getByRole('heading', { name: '本页需要启用 JavaScript' })).toBeVisible()
    // its style is of the policy, too
    await expect(words).toHaveCSS('max-width', '640px')
    await words.getByRole('link', { name: '联系我们' }).click()
    await expect(page.getByRole('heading', { name: '联系我们' }).first()).toBeVisible()
    await page.goBack()
    await words.getByRole('link', { name: '官网首页' }).click()
    await expect(page).toHaveURL('/index')
  })
})

test.describe('a session that has ended', () => {
  test.use({ tolerated: [/status of 401/] })

  test('is told, closed, and the page reloaded after two seconds', async ({ page }) => {
    await register(page, newcomer('孙晓岚'))
    const { token } = (await storedSession(page)) ?? {}
    // as the browser tells them: what is looked for is seen up to a second late
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
    // the address changes at once, the page is reloaded afterwards
    await expect.poll(() => at.reloaded).toBeGreaterThan(0)
    expect(at.reloaded - at.refused).toBeGreaterThan(1000)
    await expect(page.getByRole('heading', { name: '学员登录' })).toBeVisible()
    await expect(told).toBeHidden()
    expect(await storedSession(page)).toBeNull()
  })
})

test.describe('the titles', () => {
  // the server answers unknown addresses with 404, and the browser notes it
  test.use({ tolerated: [/status of 404 \(Not Found\)/] })

  test('say what every page is, also that there is none', async ({ page }) => {
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

test('a wrong password is refused without saying which was wrong', async ({ page }) => {
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
