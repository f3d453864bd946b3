import type { Page } from '@playwright/test'
import { accessible, axe, narrow, wide } from './axe.ts'
import { demo, newcomer, register, sendLogin } from './people.ts'
import { expect, test } from './test.ts'

const shells = [
  { name: 'a desk', base: '', size: wide },
  { name: 'a phone', base: '/h5', size: narrow },
]

for (const { name, base, size } of shells) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: size })

    test('submitting the login form by Enter draws no focus frame around the page title', async ({ page }) => {
      await page.goto(`${base}/login`)
      await accessible(page)
      await page.getByLabel('手机号或证件号').fill(demo.proven)
      await page.getByLabel('密码', { exact: true }).fill(demo.password)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`${base}/system/dashboard`)
      const title = page.getByRole('heading', { level: 1, name: '工作台' })
      await expect(title).toBeFocused()
      await expect(title).toHaveCSS('outline-style', 'none')
    })

    test('a login form submitted before scripts load is sent once they have loaded', async ({ page }) => {
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/*', async (route) => {
        if (route.request().resourceType() === 'script') await held
        await route.continue()
      })
      await page.goto(`${base}/login`, { waitUntil: 'commit' })
      await page.getByLabel('手机号或证件号').fill(demo.proven)
      await page.getByLabel('密码', { exact: true }).fill(demo.password)
      await page.getByRole('button', { name: '登录' }).click()
      await expect(page.locator('html')).toHaveAttribute('data-sent', 'early')
      release()
      await expect(page).toHaveURL(`${base}/system/dashboard`)
    })

    test('registration input is kept until it is submitted', async ({ page }) => {
      await register(page, newcomer('钱留稿'), `${base}/system/profile?activeName=1`)
      const city = page.getByLabel('所在城市')
      await city.fill('江州')
      await expect(page.getByText('已在本机保存草稿')).toBeVisible()
      await page.reload()
      await expect(city).toHaveValue('江州')
      await expect(page.getByText(/^已恢复 \d{4}-\d\d-\d\d \d\d:\d\d 保存在本机的草稿/)).toBeVisible()
      await accessible(page)
      await page.getByRole('button', { name: '保存', exact: true }).click()
      await expect(page.getByText('已保存', { exact: true })).toBeVisible()
      await page.reload()
      await expect(city).toHaveValue('江州')
      await expect(page.getByText(/保存在本机的草稿/)).toBeHidden()
    })

    test('a correction request continues after Back closed its dialog', async ({ page }) => {
      await register(page, newcomer('赵更正'), `${base}/system/dashboard`)
      await page.goto(`${base}/system/privacy`)
      await page.getByRole('button', { name: '申请更正' }).click()
      const dialog = page.getByRole('dialog', { name: '申请更正' })
      await dialog.getByLabel('正确的姓名').fill('赵更政')
      await expect(dialog.getByText('已在本机保存草稿')).toBeVisible()
      await axe(page)
      await page.goBack()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(`${base}/system/privacy`)
      await page.getByRole('button', { name: '申请更正' }).click()
      await expect(dialog.getByLabel('正确的姓名')).toHaveValue('赵更政')
      await dialog.getByLabel('原因').fill('登记时输入有误')
      await dialog.getByRole('button', { name: '提交申请' }).click()
      await expect(page.getByText('姓名更正为“赵更政”')).toBeVisible()
      await accessible(page)
    })
  })
}

test('the page 我的 on a phone links to everything except study', async ({ page }) => {
  await page.setViewportSize(narrow)
  await signInOnPhone(page)
  await page.getByRole('link', { name: '我的', exact: true }).click()
  await accessible(page)
  for (const [group, links] of [
    ['业务办理', ['继续教育报名', '我的订单', '我的发票', '学时减免', '单位代缴', '站内消息']],
    ['账号与安全', ['修改密码', '个人信息与隐私']],
  ] as const) {
    const part = page.getByLabel(group, { exact: true })
    await expect(part.getByRole('link')).toHaveText([...links])
  }
})

async function signInOnPhone(page: Page): Promise<void> {
  await page.goto('/h5/login')
  await sendLogin(page, demo.proven, demo.password)
  await expect(page).toHaveURL('/h5/system/dashboard')
}
