import { randomInt } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { type AltchaChallenge, computeChallengeAnswer } from '../client/src/challenge-answer.ts'
import { sessionStorageKey } from '../client/src/session.ts'
import type { ClientCalls } from '../contract/src/index.ts'
import { isIdCardValid } from '../contract/src/rules/id-paper.ts'
import { digestPassword } from '../contract/src/rules/password.ts'
import { givenBy, openWith } from './stored-session.ts'
import { pressAway } from './test.ts'

/** Each person belongs to one spec file, so that files can run in parallel. */
export const demo = {
  /** An imported student who still has the initial password: first-login.spec.ts */
  imported: '13800000001',
  /** A student whose current year is paid and half studied: half-year.spec.ts */
  halfWay: '13800000002',
  /** A student whose last year is complete and who must not be changed: guard.spec.ts, pages.spec.ts */
  proven: '13800000003',
  password: 'Demo@2026',
} as const

/** The current year in the demo data, which changes at midnight in Shanghai. */
export const thisYear = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()

export interface Newcomer {
  name: string
  phone: string
  idNo: string
  certificateNo: string
  password: string
}

/** Makes a unique name, even when a test runs again. */
export function rareName(family: string): string {
  const letters = [...'甲乙丙丁戊己庚辛壬癸']
  return family + Array.from({ length: 6 }, () => letters[randomInt(10)]).join('')
}

/** A new student with random data. */
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

/** Makes a valid ID number of an adult (GB 11643-1999). */
function newIdNo(): string {
  const two = (below: number) => String(1 + randomInt(below)).padStart(2, '0')
  const body = `33${String(randomInt(1e4)).padStart(4, '0')}${1960 + randomInt(40)}${two(12)}${two(28)}${String(randomInt(1000)).padStart(3, '0')}`
  const found = [...'0123456789X'].map((check) => body + check).find(isIdCardValid)
  if (!found) throw new Error(`no check character fits ${body}`)
  return found
}

export async function fillRegistration(page: Page, person: Newcomer): Promise<void> {
  await page.getByLabel('姓名').fill(person.name)
  await page.getByLabel('手机号').fill(person.phone)
  await page.getByLabel('证件号').fill(person.idNo)
  await page.getByLabel('执业药师资格证书编号').fill(person.certificateNo)
  await page.getByLabel('密码', { exact: true }).fill(person.password)
  await page.getByLabel('再次输入密码').fill(person.password)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
}

/** Registers a student by API, because other tests cover the pages. The workbench or `path` is open afterwards. */
export async function register(page: Page, person: Newcomer, path = '/system/dashboard'): Promise<void> {
  const api = '/api/client'
  const site = await givenBy<Given<'GET /first_page/v1/site_info'>>(page, `${api}/first_page/v1/site_info`)
  const asked = await givenBy<{ challenge: AltchaChallenge }>(page, `${api}/student/v1/challenge`)
  const input: ClientCalls['POST /student/v1/register']['request'] = {
    ...person,
    idType: 'ID_CARD',
    password: digestPassword(person.password),
    agreementVersion: site.agreementVersion,
    privacyVersion: site.privacyVersion,
    challenge: (await computeChallengeAnswer(asked.challenge)) ?? '',
  }
  await begin(page, await givenBy<NewSession>(page, `${api}/student/v1/register`, input), path)
}

/** Submits the login form without waiting for the next page. */
export async function sendLogin(page: Page, account: string, password: string): Promise<void> {
  await page.getByLabel('手机号或证件号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}

/** Signs in by API, because `guard.spec.ts` covers the page. The workbench or `path` is open afterwards. */
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

/** Stores the session as the login page does. */
function begin(page: Page, { token, user }: NewSession, path: string): Promise<void> {
  const session = { token, userInfo: user, initPassword: user.isInitPassword }
  return openWith(page, { key: sessionStorageKey, session, path })
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '退出登录' }).click()
  const leave = page.getByRole('dialog').getByRole('button', { name: '确认退出' })
  await expect(leave).toBeVisible()
  await pressAway(leave)
  await expect(page).toHaveURL('/index')
}

/** Returns the session in local storage, or null if signed out. */
export async function storedSession(page: Page): Promise<StoredSession | null> {
  const text = await page.evaluate(() => localStorage.getItem('user'))
  return text === null ? null : asSession(text)
}

interface StoredSession {
  token: string
  initPassword: boolean
}

/** `client/src/session.ts` wrote this text, so the cast is safe. */
function asSession(text: string): StoredSession {
  return JSON.parse(text)
}
