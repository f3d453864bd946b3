import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { URI } from 'otpauth'
import { staffStorageKey } from '../client/src/staff-session.ts'
import type { StaffCalls } from '../contract/src/index.ts'
import { tick } from './dialog.ts'
import { givenBy, openWith } from './stored-session.ts'
import { pressAway } from './test.ts'

/** The demo world's staff; what a test changes of an account, it changes of one it has made. */
export const demoStaff = {
  admin: 'admin',
  editor: 'editor',
  auditor: 'auditor',
  finance: 'finance',
  academic: 'academic',
  reviewer: 'reviewer',
  password: 'Demo@2026',
} as const

/** What a new account takes as its password at the first sign-in. */
export const ownPassword = 'Own-Pass-2026'

/** Fills and sends the console's login form on the page; where it leads is the caller's to say. */
export async function sendStaffLogin(
  page: Page,
  username: string,
  password: string = demoStaff.password,
): Promise<void> {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Signs one of the demo world's staff in, by the call of the login page (console.spec.ts has that); ends on a desk. */
export async function staffSignIn(
  page: Page,
  username: string,
  path = '/console',
  password: string = demoStaff.password,
): Promise<void> {
  type Given = StaffCalls['POST /staff/v1/login']['response']
  const input = { username, password }
  const { token, staff } = await givenBy<Given>(page, '/api/staff/staff/v1/login', input)
  await openWith(page, { key: staffStorageKey, session: { token, me: staff }, path })
}

/** Signs out by the menu and its dialog; ends on the console's login. */
export async function staffSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '退出登录' }).click()
  const leave = page.getByRole('dialog').getByRole('button', { name: '确认退出' })
  await expect(leave).toBeVisible()
  await pressAway(leave)
  await expect(page).toHaveURL('/console/login')
  // the address changes first: what is typed into the page before it would be lost
  await expect(page.getByRole('heading', { name: '工作人员登录' })).toBeVisible()
}

export interface NewStaff {
  username: string
  name: string
  /** the one-time password, as shown once */
  password: string
}

/** Makes an account in the staff desk; the administrator is signed in. */
export async function createStaff(page: Page, name: string, roles: string[]): Promise<NewStaff> {
  const username = `e2e${randomInt(1e14)}`
  await page.goto('/console/staff')
  await page.getByRole('button', { name: '新建工作人员' }).click()
  const form = page.getByRole('dialog', { name: '新建工作人员' })
  await form.getByLabel('用户名').fill(username)
  await form.getByLabel('姓名').fill(name)
  for (const role of roles) await tick(form.getByRole('checkbox', { name: role }))
  await form.getByRole('button', { name: '新建' }).click()
  const shown = page.getByRole('dialog', { name: '一次性密码' })
  const password = (await shown.locator('code').textContent()) ?? ''
  await pressAway(shown.getByRole('button', { name: '已转告，关闭' }))
  await expect(shown).toBeHidden()
  return { username, name, password }
}

/** Replaces the one-time password at the first sign-in; ends on the console's home page, or at the next duty. */
export async function takeOwnPassword(
  page: Page,
  oneTime: string,
  own: string,
  next = '/console',
): Promise<void> {
  await expect(page).toHaveURL('/console/first-password')
  await page.getByLabel('一次性密码').fill(oneTime)
  await page.getByLabel('新密码', { exact: true }).fill(own)
  await page.getByLabel('再次输入新密码').fill(own)
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(page).toHaveURL(next)
}

/** The code an authenticator shows; `later`: how many 30-second steps from now, for a code that is still unspent. */
export function codeOf(otpauthUrl: string, later = 0): string {
  return URI.parse(otpauthUrl).generate({ timestamp: Date.now() + later * 30_000 })
}

/** Binds an authenticator on the account page and gives back what it was told; one code of now is spent by it. */
export async function bindTotp(page: Page, password: string): Promise<string> {
  await page.goto('/console/account')
  await page.getByRole('button', { name: '绑定动态口令' }).click()
  const dialog = page.getByRole('dialog', { name: '绑定动态口令' })
  await dialog.getByLabel('登录密码').fill(password)
  const begun = page.waitForResponse(/totp_begin$/)
  await dialog.getByRole('button', { name: '显示二维码' }).click()
  const { data } = await (await begun).json()
  await dialog.getByLabel('动态口令').fill(codeOf(data.otpauthUrl))
  await dialog.getByRole('button', { name: '确认绑定' }).click()
  await expect(page.getByText('动态口令已绑定', { exact: true })).toBeVisible()
  return data.otpauthUrl
}

/** A call of the console by whoever is signed in on the page, past its buttons; gives the whole answer. */
export async function staffPost(page: Page, path: string, data: object) {
  const authorization = await staffToken(page)
  const answer = await page.request.post(`/api/staff${path}`, { headers: { authorization }, data })
  return answer.json()
}

/** What a reading call of the console gives whoever is signed in on the page. */
export async function staffGet(page: Page, path: string) {
  const authorization = await staffToken(page)
  const answer = await page.request.get(`/api/staff${path}`, { headers: { authorization } })
  return (await answer.json()).data
}

/** The token of the console's session on the page. */
export function staffToken(page: Page): Promise<string> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('staff') ?? '{}').token ?? '')
}
