import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { axe } from './axe.ts'
import { demo, sendLogin, signOut, storedSession } from './people.ts'
import { demoStaff, staffPost, staffSignIn } from './staff.ts'
import { expect, pressAway, test } from './test.ts'

const own = 'Own-Pass-2026'

/** Imports the student and returns the initial password; when the test is retried, it resets the password. */
async function initialPassword(desk: Page): Promise<string> {
  if (test.info().retry === 0) return demo.password
  await staffSignIn(desk, demoStaff.admin)
  const found = await staffPost(desk, '/student_desk/v1/list', { phone: demo.imported })
  const wish = { id: found.data.list[0].id, key: randomUUID(), reason: '再试一次' }
  return (await staffPost(desk, '/student_desk/v1/reset_password', wish)).data.password
}

test('an imported student must change the initial password', async ({ page, visitor }) => {
  const password = await initialPassword(visitor)
  const prompt = page.getByRole('dialog', { name: '请立即修改密码' })
  const button = prompt.getByRole('button')

  await test.step('the password prompt cannot be closed', async () => {
    await page.goto('/system')
    await sendLogin(page, demo.imported, password)
    await expect(page).toHaveURL('/system/dashboard')
    await expect(prompt).toBeVisible()
    await expect(button).toHaveCount(1)
    await axe(page)
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 400)
    // If the prompt were closing, its animation would have ended after this time.
    await page.waitForTimeout(500)
    await expect(prompt).toBeVisible()
    await page.reload()
    await expect(prompt).toBeVisible()
    expect(await storedSession(page)).toMatchObject({ initPassword: false })
  })

  await test.step('the button leads to the password tab, and the prompt stays closed', async () => {
    await pressAway(button)
    await expect(page).toHaveURL('/system/profile?activeName=2')
    await expect(prompt).toBeHidden()
    await expect(
      page.getByRole('navigation', { name: '账号' }).getByRole('link', { name: '修改密码' }),
    ).toHaveAttribute('aria-current', 'page')
    await expect.poll(() => storedSession(page)).toMatchObject({ initPassword: true })
    await page.goto('/system/dashboard')
    await expect(page.getByRole('heading', { name: '工作台' })).toBeVisible()
    await expect(prompt).toBeHidden()
  })

  await test.step('the password prompt returns at the next login, also on a phone', async () => {
    await signOut(page)
    await page.goto('/h5/login')
    await sendLogin(page, demo.imported, password)
    await expect(page).toHaveURL('/h5/system/dashboard')
    await expect(prompt).toBeVisible()
    // A second Escape closes a native dialog without an event.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(prompt).toBeVisible()
    await pressAway(button)
    await expect(page).toHaveURL('/h5/system/profile?activeName=2')
  })

  await test.step('a wrong old password and two different new passwords are refused', async () => {
    await page.goto('/system/profile?activeName=2')
    const [old, fresh, again] = fields(page)
    await old.fill('Wrong-Pass-1')
    await fresh.fill(own)
    await again.fill(`${own}x`)
    await page.getByRole('button', { name: '修改密码', exact: true }).click()
    await expect(page.getByText('两次输入的密码不一致')).toBeVisible()
    await axe(page)
    await again.fill(own)
    await page.getByRole('button', { name: '修改密码', exact: true }).click()
    await expect(page.getByText('密码不正确，请重新输入')).toBeVisible()
  })

  await test.step('after the password change the prompt never returns', async () => {
    const [old] = fields(page)
    await old.fill(password)
    await page.getByRole('button', { name: '修改密码', exact: true }).click()
    await expect(page.getByText('密码已修改')).toBeVisible()
    await expect(old).toHaveValue('')
    await page.getByRole('link', { name: '去工作台' }).click()
    await expect(page).toHaveURL('/system/dashboard')
    await signOut(page)
    await page.goto('/login')
    await sendLogin(page, demo.imported, password)
    await expect(page.getByText('账号或密码不正确')).toBeVisible()
    await sendLogin(page, demo.imported, own)
    await expect(page).toHaveURL('/system/dashboard')
    await expect(page.getByRole('heading', { name: '工作台' })).toBeVisible()
    expect(await storedSession(page)).toMatchObject({ initPassword: true })
    await expect(prompt).toBeHidden()
  })
})

function fields(page: Page) {
  return [
    page.getByLabel('原密码'),
    page.getByLabel('新密码', { exact: true }),
    page.getByLabel('再次输入新密码'),
  ] as const
}
