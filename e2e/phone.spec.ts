import { devices, type Page } from '@playwright/test'
import { course } from '../server/seeds/courses/trial-year.ts'
import { accessible as fits } from './axe.ts'
import { answerShown } from './exam-paper.ts'
import { fillRegistration, newcomer, thisYear } from './people.ts'
import { expect, pressAway, test } from './test.ts'
import { bringPresenceNear } from './time.ts'

const year = thisYear - 3
const person = newcomer('赵随行')
const { userAgent, viewport, isMobile, hasTouch, deviceScaleFactor } = devices['Pixel 7']

// Both lessons are watched in real time.
test.setTimeout(300_000)
test.use({
  userAgent,
  viewport,
  isMobile,
  hasTouch,
  deviceScaleFactor,
  permissions: ['camera'],
  // The browser logs calls that fail without network.
  tolerated: [/ERR_INTERNET_DISCONNECTED/],
})

test('a new student completes a trial year on a phone despite two network failures', async ({ page, context }) => {
  await test.step('a phone is redirected to /h5, and the student registers', async () => {
    await page.goto('/register?from=poster')
    await expect(page).toHaveURL('/h5/register?from=poster')
    await fillRegistration(page, person)
    await fits(page)
    await page.getByRole('button', { name: '注册' }).tap()
    await expect(page).toHaveURL('/h5/system/dashboard')
    await fits(page)
  })

  await test.step('the student signs up for free', async () => {
    await page.getByRole('link', { name: '我的', exact: true }).tap()
    await page.getByRole('link', { name: '继续教育报名' }).tap()
    await page.getByRole('link', { name: new RegExp(`选课报名.*${year}`) }).tap()
    await fits(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    const bar = page.getByRole('region', { name: '报名汇总' })
    const signUp = bar.getByRole('button', { name: '确认报名' })
    await signUp.tap()
    const ask = page.getByRole('dialog', { name: `确认报名 ${year} 试用年？` })
    await ask.getByRole('button', { name: '再看看' }).tap()
    await expect(signUp).toBeFocused()
    await signUp.tap()
    await expect(ask).toContainText('共 1 门课程、6 学时，免费')
    await fits(page)
    await ask.getByRole('button', { name: '确认报名' }).tap()
    await expect(page).toHaveURL(/\/h5\/system\/my-courses\/[^/]+$/)
  })

  await test.step('the student studies through a network failure', async () => {
    await page.getByRole('link', { name: /^开始学习：/ }).tap()
    await fits(page)
    await page.getByRole('button', { name: '开始学习' }).tap()
    await expect(page.getByText('00:0', { exact: false }).first()).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText(/^离线，已暂存/)).toBeVisible({ timeout: 60_000 })
    await context.setOffline(false)
    await expect(page.getByRole('paragraph').filter({ hasText: '本课时已学完' })).toBeVisible({
      timeout: 120_000,
    })
    await page.getByRole('button', { name: /^不自动播放/ }).tap()
    await bringPresenceNear(person.phone, 2)
    await page.getByRole('link', { name: '下一课时：从考试到证明' }).tap()
    const check = page.getByRole('dialog', { name: '请确认您正在学习' })
    await expect(check).toContainText('60 秒内未确认，视频将暂停')
    await fits(page)
    await check.getByRole('button', { name: '我在学习' }).tap()
    await expect(check).toBeHidden()
    const dialog = page.getByRole('dialog', { name: /^评价课程/ })
    await expect(dialog).toBeVisible({ timeout: 120_000 })
    await fits(page)
    for (const aspect of ['课程内容', '授课教师', '对工作的帮助'])
      await dialog.getByRole('group', { name: aspect }).getByRole('radio', { name: /^5 分/ }).check()
    await dialog.getByRole('button', { name: '提交评价' }).tap()
    await page.getByRole('dialog', { name: '评价已提交' }).getByRole('link', { name: '去考试' }).tap()
  })

  await test.step('the student takes the exam with the front camera through another network failure', async () => {
    await page.getByRole('button', { name: '检查摄像头' }).tap()
    await expect(page.getByText(/^摄像头检查通过/)).toBeVisible()
    await page.getByRole('checkbox', { name: /^我已阅读并同意考试须知/ }).check()
    await fits(page)
    await page.getByRole('button', { name: '开始考试' }).tap()
    for (let number = 1; number <= 20; number += 1) {
      await expect(page.getByRole('heading', { name: new RegExp(`^第 ${number} 题`) })).toBeVisible()
      if (number === 8) await context.setOffline(true)
      if (number === 14) await context.setOffline(false)
      await answerShown(page, course)
      if (number === 2 || number === 10) await fits(page)
      if (number < 20) await page.getByRole('button', { name: '下一题' }).tap()
    }
    await expect(page.getByText('已保存', { exact: true })).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: /^答题卡/ }).tap()
    await page.getByRole('button', { name: '交卷' }).tap()
    const ask = page.getByRole('dialog', { name: '确认交卷？' })
    await expect(ask).toContainText('20 道题已全部作答。')
    await ask.getByRole('button', { name: '确认交卷' }).tap()
    const result = page.getByRole('region', { name: '考试结果' })
    await expect(result).toContainText('100 分')
    await fits(page)
  })

  await test.step('the student opens the proof and enlarges its QR with one tap', async () => {
    await page.goto('/system/grant')
    await expect(page).toHaveURL('/h5/system/grant')
    await page.getByRole('link', { name: /查看证明/ }).tap()
    await expect(page.getByText(person.name, { exact: true }).first()).toBeVisible()
    await expect(page.getByText(/^试用证明/)).toBeVisible()
    await fits(page)
    // The stored proof and its QR must open without network.
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByText('离线', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: '出示二维码' }).tap()
    const code = page.getByRole('dialog', { name: '核验二维码' })
    await expect(code.getByRole('img', { name: '核验二维码' })).toBeVisible()
    await context.setOffline(false)
  })

  await test.step('sign-out asks first', async () => {
    await page.goto('/system/profile')
    await page.getByRole('button', { name: '退出登录' }).tap()
    const ask = page.getByRole('dialog', { name: '确认退出系统？' })
    await expect(ask).toContainText('退出后将返回官网首页')
    await pressAway(ask.getByRole('button', { name: '确认退出' }))
    await expect(page).toHaveURL('/h5/index')
  })
})

test('payment is tried in the phone browser and by QR code, and succeeds inside WeChat', async ({ page }) => {
  await page.goto('/h5/register')
  await fillRegistration(page, newcomer('孙近旁'))
  await page.getByRole('button', { name: '注册' }).tap()
  await expect(page).toHaveURL('/h5/system/dashboard')
  await page.goto(`/h5/system/sign?year=${year + 3}`)
  const boxes = page.getByRole('region', { name: '选修课程' }).getByRole('checkbox')
  await expect(boxes.first()).toBeVisible()
  for (let at = 0; at < 4; at += 1) await boxes.nth(at).check()
  await page.getByRole('radio', { name: '微信支付' }).check()
  await page.getByRole('button', { name: '提交订单' }).tap()
  await page.getByRole('dialog').getByRole('button').last().tap()
  const sheet = page.getByRole('dialog', { name: '支付订单' })

  await test.step("the payment channel's page knows where the user came from and returns there", async () => {
    await sheet.getByRole('button', { name: '微信支付' }).tap()
    await expect(page.getByRole('heading', { name: '模拟微信支付' })).toBeVisible()
    await page.getByRole('button', { name: '取消支付' }).tap()
    await expect(page).toHaveURL(/\/h5\/system\/orders\?pay=\w+$/)
    await expect(sheet).toContainText('还没有查到支付结果')
    await fits(page)
  })

  await test.step('payment by QR code fails, and the phone browser can try again', async () => {
    await sheet.getByRole('button', { name: '改用二维码' }).tap()
    await expect(sheet.getByRole('img', { name: '支付二维码' })).toBeVisible()
    await sheet.getByRole('button', { name: '在本机打开微信支付' }).tap()
    await sheet.getByRole('button', { name: '再次打开微信支付' }).tap()
    await page.getByRole('button', { name: '支付失败' }).tap()
    await expect(sheet).toContainText('支付未成功，可重新支付')
  })

  await test.step('payment inside WeChat uses WeChat Pay', async () => {
    await moveIntoWechat(page)
    await page.reload()
    await sheet.getByRole('button', { name: '微信支付', exact: true }).tap()
    await expect(sheet).toContainText('请点“立即支付”完成付款')
    // The page removes the parameters of WeChat's sign-in from the address.
    await expect(page).toHaveURL(/\/h5\/system\/orders\?pay=\w+$/)
    await fits(page)
    await sheet.getByRole('button', { name: '立即支付' }).tap()
    await expect(page.getByRole('dialog', { name: '支付成功' })).toContainText('课程已开放学习')
  })
})

/** Simulates WeChat's browser with a user who accepts every payment. */
async function moveIntoWechat(page: Page): Promise<void> {
  await page.exposeFunction('askWechat', async (call: object) => {
    const channel = `http://127.0.0.1:${process.env.E2E_CHANNEL_PORT}`
    const body = JSON.stringify({ call, action: 'pay', tell: true })
    return (await fetch(`${channel}/control/bridge`, { method: 'POST', body })).json()
  })
  await page.addInitScript(`
    Object.defineProperty(navigator, 'userAgent', { value: navigator.userAgent + ' MicroMessenger/8.0.50' })
    window.WeixinJSBridge = { invoke: (name, call, tell) => void askWechat(call).then(tell) }
  `)
}
