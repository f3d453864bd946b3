import { axe } from './axe.ts'
import { newcomer, register, thisYear } from './people.ts'
import { chooseElectives, order } from './sign-up.ts'
import { demoStaff, staffSignIn } from './staff.ts'
import { expect, test } from './test.ts'

const year = thisYear

test('a new student orders this year, fails to pay, then pays and can study', async ({ page }) => {
  await register(page, newcomer('赵云舟'), `/system/sign?year=${year}`)
  const dialog = page.getByRole('dialog', { name: '扫码支付' })

  await test.step('an order needs enough selected hours', async () => {
    const bar = page.getByRole('region', { name: '报名汇总' })
    await expect(bar).toContainText('已选 36 / 要求 60 学时')
    await expect(bar.getByRole('button', { name: '提交订单' })).toBeDisabled()
    await axe(page)
    await chooseElectives(page, 4)
    await expect(bar).toContainText('已选 60 / 要求 60 学时')
    await expect(bar).toContainText('¥120.00')
  })

  await test.step('the preview of a course plays before payment', async () => {
    await page.getByRole('button', { name: /^试看/ }).first().click()
    const trial = page.getByRole('dialog', { name: /^试看/ })
    await expect(trial).toContainText('试看不计学时')
    await axe(page)
    await page.keyboard.press('Escape')
    await expect(trial).toBeHidden()
  })

  await test.step('the order shows QR and price', async () => {
    await order(page, { axe: true })
    await expect(dialog).toContainText('¥120.00')
    for (const name of ['收款方', '付款内容', '订单号'])
      await expect(dialog.getByText(name, { exact: true })).toBeVisible()
    await expect(dialog.getByRole('img', { name: '支付二维码' })).toBeVisible()
    await expect(dialog.getByRole('timer')).toHaveText(/^1(19|20):\d\d$/)
    await axe(page)
  })

  await test.step('the dialog shows the result from the cashier page automatically', async () => {
    const opened = page.waitForEvent('popup')
    await dialog.getByRole('link', { name: '在本机打开演示收银台' }).click()
    const cashier = await opened
    await expect(cashier.getByText('¥120.00')).toBeVisible()
    await axe(cashier)
    await cashier.getByRole('button', { name: '支付失败' }).click()
    await expect(cashier.getByText('支付失败，没有扣款')).toBeVisible()
    await expect(dialog.getByText('支付未成功，可重新扫码支付')).toBeVisible()
    await cashier.getByRole('button', { name: '支付成功' }).click()
    await expect(cashier.getByRole('heading', { name: '支付成功' })).toBeVisible()
    await axe(cashier)
    await cashier.close()
    const paid = page.getByRole('dialog', { name: '支付成功' })
    await expect(paid.getByText('报名成功，课程已开放学习。')).toBeVisible()
    await axe(page)
    await paid.getByRole('button', { name: '开始学习' }).click()
  })

  await test.step('the courses are open after payment', async () => {
    await expect(page).toHaveURL(/\/system\/my-courses\/[^/]+$/)
    await expect(page.getByRole('link', { name: /^开始学习：/ })).toHaveCount(10)
    await axe(page)
    await page.goto('/system/orders')
    const card = page.getByRole('listitem').filter({ hasText: '订单号' })
    await expect(card).toHaveCount(1)
    await expect(card).toContainText('已支付')
    await expect(card.getByRole('link', { name: '去学习' })).toBeVisible()
  })
})

test('an unpaid order can be left, resumed and cancelled', async ({ page }) => {
  await register(page, newcomer('钱小满'), `/system/sign?year=${year - 1}`)
  await chooseElectives(page, 4)
  await order(page)
  const dialog = page.getByRole('dialog', { name: '扫码支付' })
  await dialog.getByRole('button', { name: '稍后支付' }).click()
  await expect(dialog).toBeHidden()
  // No dialog may remain open.
  const bar = page.getByRole('region', { name: '报名汇总' })
  await expect(bar.getByRole('button', { name: '去支付' })).toBeFocused()

  await page.goto('/system/orders')
  const card = page.getByRole('listitem').filter({ hasText: '订单号' })
  await expect(card).toContainText('待支付')
  await axe(page)
  await card.getByRole('button', { name: '去支付' }).click()
  await expect(dialog).toContainText('¥100.00')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  const ask = page.getByRole('dialog', { name: '取消这笔订单？' })
  await card.getByRole('button', { name: '取消订单' }).click()
  await expect(ask).toContainText('取消后可以重新选课下单')
  await axe(page)
  await ask.getByRole('button', { name: '再想想' }).click()
  await expect(ask).toBeHidden()
  await expect(card).toContainText('待支付')
  await card.getByRole('button', { name: '取消订单' }).click()
  await ask.getByRole('button', { name: '取消订单' }).click()
  await expect(card).toContainText('已关闭')
  await expect(card).toContainText('已取消')
  await expect(card.getByRole('button')).toHaveCount(0)
  await page.goto('/system/my-courses')
  await expect(page.getByRole('heading', { name: '我的课程' })).toBeVisible()
  await axe(page)
})

const channelPort = process.env.E2E_CHANNEL_PORT

test('an order is paid by scanning its WeChat QR code and refunded after approval', async ({ page, visitor: desk }) => {
  // On a retry the request of the first try is still in the queue, so use another name.
  const name = test.info().retry ? '冯又退' : '冯知退'
  await register(page, newcomer(name), `/system/sign?year=${year - 1}`)
  await chooseElectives(page, 4)
  await page.getByRole('radio', { name: '微信支付' }).check()
  await order(page)
  await expect(page.getByText('请用微信扫描二维码支付')).toBeVisible()
  await expect(page.getByRole('img', { name: '支付二维码' })).toBeVisible()
  const phone = await page.context().newPage()
  await phone.goto(`http://127.0.0.1:${channelPort}/`)
  // Find the newest order with this price, because other tests have orders too.
  const mine = phone.getByRole('row').filter({ hasText: '¥100.00' }).first()
  await mine.getByRole('button', { name: '扫码支付' }).click()
  await expect(phone.getByText('SUCCESS')).toBeVisible()
  await phone.close()
  await expect(page.getByRole('dialog', { name: '支付成功' })).toBeVisible()

  await page.goto('/system/orders')
  const card = page.getByRole('listitem').filter({ hasText: '订单号' })
  await card.getByRole('button', { name: /^申请退款/ }).click()
  const ask = page.getByRole('dialog', { name: /^申请退款/ })
  await ask.getByLabel('退款原因').fill('报错了年度')
  await axe(page)
  await ask.getByRole('button', { name: '提交申请' }).click()
  await expect(card).toContainText('退款申请审核中')

  await staffSignIn(desk, demoStaff.finance, '/console/finance?tab=refunds')
  const grant = desk.getByRole('button', { name: `同意…：${name}`, exact: true })
  await grant.click()
  const decide = desk.getByRole('dialog', { name: /^同意退款/ })
  await decide.getByLabel('原因').fill('未开始学习')
  await axe(desk)
  await decide.getByRole('button', { name: '同意并退款' }).click()
  await expect(decide).toBeHidden()
  await expect(grant).toHaveCount(0)

  await page.reload()
  await expect(card).toContainText('已退款')
  await expect(card).toContainText('未开始学习')
  await axe(page)
})
