import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { URI } from 'otpauth'
import { staffSessionStorageKey } from '../client/src/staff-session.ts'
import type { StaffCalls } from '../contract/src/index.ts'
import { tick } from './dialog.ts'
import { givenBy, openWith } from './stored-session.ts'
import { pressAway } from './test.ts'

/** Tests may change only staff accounts that they created. */
export const demoStaff = {
  admin: 'admin',
  editor: 'editor',
  auditor: 'auditor',
  finance: 'finance',
  academic: 'academic',
  reviewer: 'reviewer',
  password: 'Demo@2026',
} as const

/** New staff accounts use this password after the first sign-in. */
export const ownPassword = 'Own-Pass-2026'

export async function sendStaffLogin(
  page: Page,
  username: string,
  password: string = demoStaff.password,
): Promise<void> {
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Signs in a staff member by API, because `console.spec.ts` covers the page. A console page is open afterwards. */
export async function staffSignIn(
  page: Page,
  username: string,
  path = '/console',
  password: string = demoStaff.password,
): Promise<void> {
  type Given = StaffCalls['POST /staff/v1/login']['response']
  const input = { username, password }
  const { token, staff } = await givenBy<Given>(page, '/api/staff/staff/v1/login', input)
  await openWith(page, { key: staffSessionStorageKey, session: { token, me: staff }, path })
}

export async function staffSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '退出登录' }).click()
  const leave = page.getByRole('dialog').getByRole('button', { name: '确认退出' })
  await expect(leave).toBeVisible()
  await pressAway(leave)
  await expect(page).toHaveURL('/console/login')
  // The address changes before the form accepts input.
  await expect(page.getByRole('heading', { name: '工作人员登录' })).toBeVisible()
}

export interface NewStaff {
  username: string
  name: string
  /** The one-time password of the new account. */
  password: string
}

/** Creates a staff account. The page must be signed in as administrator. */
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

/** Replaces the one-time password. Afterwards the console home page or the next required step is open. */
export async function takeOwnPassword(page: Page, oneTime: string, own: string, next = '/console'): Promise<void> {
  await expect(page).toHaveURL('/console/first-password')
  await page.getByLabel('一次性密码').fill(oneTime)
  await page.getByLabel('新密码', { exact: true }).fill(own)
  await page.getByLabel('再次输入新密码').fill(own)
  await page.getByRole('button', { name: '修改密码' }).click()
  await expect(page).toHaveURL(next)
}

/**
 * Returns the current code of an authenticator; `later` adds 30-second steps, to get a code that was not used yet.
 */
export function codeOf(otpauthUrl: string, later = 0): string {
  return URI.parse(otpauthUrl).generate({ timestamp: Date.now() + later * 30_000 })
}

/** Sets up an authenticator and returns its otpauth URL. The current code is used up afterwards. */
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

/** Calls the console API as the signed-in user and returns the whole response. */
export async function staffPost(page: Page, path: string, data: object) {
  const authorization = await staffToken(page)
  const answer = await page.request.post(`/api/staff${path}`, { headers: { authorization }, data })
  return answer.json()
}

/** Calls the console API as the signed-in user. */
export async function staffGet(page: Page, path: string) {
  const authorization = await staffToken(page)
  const answer = await page.request.get(`/api/staff${path}`, { headers: { authorization } })
  return (await answer.json()).data
}

export function staffToken(page: Page): Promise<string> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('staff') ?? '{}').token ?? '')
}
