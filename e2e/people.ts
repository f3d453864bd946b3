import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { answerChallenge, type Challenge } from '../client/src/challenge-answer.ts'
import { storageKey } from '../client/src/session.ts'
import type { ClientCalls } from '../contract/src/index.ts'
import { idCardValid } from '../contract/src/rules/id-paper.ts'
import { digestPassword } from '../contract/src/rules/password.ts'
import { givenBy, openWith } from './stored-session.ts'
import { pressAway } from './test.ts'

/** The demo world's people; each belongs to one spec file, so that files can run side by side. */
export const demo = {
  /** imported, initial password not yet changed: first-login.spec.ts */
  imported: '13800000001',
  /** this year paid and half studied: half-year.spec.ts */
  halfWay: '13800000002',
  /** last year complete; only looked at: guard.spec.ts, pages.spec.ts */
  proven: '13800000003',
  password: 'Demo@2026',
} as const

/** The year that plans are of: the demo world's years turn at midnight in Shanghai, wherever the tests run. */
export const thisYear = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()

export interface Newcomer {
  name: string
  phone: string
  idNo: string
  certificateNo: string
  password: string
}

/** A name that is found by itself in a list, also when its test is run again. */
export function rareName(family: string): string {
  const letters = [...'甲乙丙丁戊己庚辛壬癸']
  return family + Array.from({ length: 6 }, () => letters[randomInt(10)]).join('')
}

/** A pharmacist nobody has heard of yet. */
export function newcomer(name: string): Newcomer {
  const digits = (length: number) => String(randomInt(10 ** length)).padStart(length, '0')
  return {
    name,
    phone: `15${digits(9)}`,
    idNo: newIdNo(),
    certificateNo: `E2E${digits(14)}`,
    password: 'Sunny-Day-26',
  }
}

/** A well-formed citizen ID number of an adult (GB 11643-1999). */
function newIdNo(): string {
  const two = (below: number) => String(1 + randomInt(below)).padStart(2, '0')
  const body = `33${String(randomInt(1e4)).padStart(4, '0')}${1960 + randomInt(40)}${two(12)}${two(28)}${String(randomInt(1000)).padStart(3, '0')}`
  const found = [...'0123456789X'].map((check) => body + check).find(idCardValid)
  if (!found) throw new Error(`no check character fits ${body}`)
  return found
}

/** Fills the registration form; the button is the caller's. */
export async function fillRegistration(page: Page, person: Newcomer): Promise<void> {
  await page.getByLabel('姓名').fill(person.name)
  await page.getByLabel('手机号').fill(person.phone)
  await page.getByLabel('证件号').fill(person.idNo)
  await page.getByLabel('执业药师资格证书编号').fill(person.certificateNo)
  await page.getByLabel('密码', { exact: true }).fill(person.password)
  await page.getByLabel('再次输入密码').fill(person.password)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
}

/** Registers by the calls of the page (a-whole-year.spec.ts and phone.spec.ts have that); ends on the workbench, or where it is asked for. */
export async function register(
  page: Page,
  person: Newcomer,
  path = '/system/dashboard',
): Promise<void> {
  const api = '/api/client'
  const site = await givenBy<Given<'GET /first_page/v1/site_info'>>(
    page,
    `${api}/first_page/v1/site_info`,
  )
  const asked = await givenBy<{ challenge: Challenge }>(page, `${api}/student/v1/challenge`)
  const input: ClientCalls['POST /student/v1/register']['request'] = {
    ...person,
    idType: 'ID_CARD',
    password: digestPassword(person.password),
    agreementVersion: site.agreementVersion,
    privacyVersion: site.privacyVersion,
    challenge: (await answerChallenge(asked.challenge)) ?? '',
  }
  await begin(page, await givenBy<NewSession>(page, `${api}/student/v1/register`, input), path)
}

/** Fills and sends the login form on the page; where it leads is the caller's to say. */
export async function sendLogin(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel('手机号或证件号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}

/** Signs in by the call of the login page (guard.spec.ts has that); ends on the workbench, or where it is asked for. */
export async function signIn(
  page: Page,
  account: string,
  { password = demo.password as string, path = '/system/dashboard' } = {},
): Promise<void> {
  const input = { account, password: digestPassword(password) }
  await begin(page, await givenBy<NewSession>(page, '/api/client/student/v1/login', input), path)
}

type Given<Name extends keyof ClientCalls> = ClientCalls[Name]['response']
type NewSession = Given<'POST /student/v1/login'>

/** Keeps what a login gave as the page keeps it (specification §3). */
function begin(page: Page, { token, user }: NewSession, path: string): Promise<void> {
  const session = { token, userInfo: user, initPassword: user.isInitPassword }
  return openWith(page, { key: storageKey, session, path })
}

/** Signs out by the sidebar and its dialog; ends on the home page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '退出登录' }).click()
  const leave = page.getByRole('dialog').getByRole('button', { name: '确认退出' })
  await expect(leave).toBeVisible()
  await pressAway(leave)
  await expect(page).toHaveURL('/index')
}

/** What lies in local storage under the specification's key; null when signed out. */
export async function storedSession(page: Page): Promise<StoredSession | null> {
  const text = await page.evaluate(() => localStorage.getItem('user'))
  return text === null ? null : asSession(text)
}

interface StoredSession {
  token: string
  initPassword: boolean
}

/** client/src/session.ts wrote it (specification §3). */
function asSession(text: string): StoredSession {
  return JSON.parse(text)
}
