import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { noRealStores } from '../server/src/platform/env.ts'
import { axe, fitsBothSizes, sound } from './axe.ts'
import { newcomer, register } from './people.ts'
import { codeOf, ownPassword, sendStaffLogin, staffPost, staffSignIn, staffSignOut, takeOwnPassword } from './staff.ts'
import { expect, pressAway, test } from './test.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

/** A new production portal that has only its first administrator. */
interface NewPortal {
  url: string
  password: string
}

const withPortal = test.extend<{ portal: NewPortal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'ce-e2e-new-'))
      const env = { ...process.env, ...noRealStores, DATA_DIR: dataDir, NODE_ENV: 'production', DEMO: '0' }
      const words = ['tools/run.mjs', 'staff-create', '--username', 'chief', '--name', '首任管理员']
      const { stdout } = await run(process.execPath, words, { cwd: root, env })
      const server = spawn(process.execPath, ['tools/run.mjs', 'start'], {
        cwd: root,
        env: { ...env, PORT: '0', HOST: '127.0.0.1' },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      try {
        await use({ url: await greeting(server), password: stdout.trim().split(/\s/).at(-1) ?? '' })
      } finally {
        server.kill('SIGINT')
        await new Promise((resolve) => server.once('exit', resolve))
        await rm(dataDir, { recursive: true, force: true })
      }
    },
    { timeout: 300_000 },
  ],
})

withPortal(
  'in production the first administrator gets in only with an own password and a bound code, and two put a text in force',
  async ({ browser, portal }) => {
    withPortal.setTimeout(300_000)
    const context = await browser.newContext({ baseURL: portal.url })
    const page = await context.newPage()
    await page.goto('/console/login')
    await sendStaffLogin(page, 'chief', portal.password)
    await takeOwnPassword(page, portal.password, ownPassword, '/console/set-up-code')

    // Required first steps come before any page of the console.
    await page.goto('/console/staff')
    await expect(page).toHaveURL('/console/set-up-code')
    await expect(page.getByRole('heading', { name: '请先绑定动态口令' })).toBeVisible()
    await axe(page)
    await page.getByLabel('登录密码').fill(ownPassword)
    const begun = page.waitForResponse(/totp_begin$/)
    await page.getByRole('button', { name: '显示二维码' }).click()
    const { otpauthUrl } = (await (await begun).json()).data
    await expect(page.getByRole('img', { name: '绑定用的二维码' })).toBeVisible()
    await axe(page)
    await page.getByLabel('动态口令').fill('000000')
    await page.getByRole('button', { name: '确认绑定' }).click()
    await expect(page.getByText(/动态口令不正确/)).toBeVisible()
    await page.getByLabel('动态口令').fill(codeOf(otpauthUrl))
    await page.getByRole('button', { name: '确认绑定' }).click()
    await expect(page).toHaveURL('/console')
    await page.getByRole('navigation').getByRole('link', { name: '工作人员' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'chief' })).toContainText('已绑定')

    await staffSignOut(page)
    await sendStaffLogin(page, 'chief', ownPassword)
    // Setting up the authenticator used up the current code.
    await page.getByLabel('动态口令').fill(codeOf(otpauthUrl, 1))
    await page.getByRole('button', { name: '验证并登录' }).click()
    await expect(page).toHaveURL('/console')

    const [editor, learner] = await Promise.all(
      [portal.url, portal.url].map(async (baseURL) => (await browser.newContext({ baseURL })).newPage()),
    )
    if (!editor || !learner) return
    await signInAsEditor(page, editor)
    for (const kind of ['PRIVACY', 'AGREEMENT'] as const) {
      const text = { kind, follows: null, version: '1.0', effectiveFrom: today(), graceDays: 0 }
      const words = { summary: '第一版', paragraphs: ['一、请使用本人的资料。'] }
      await staffPost(page, '/first_page/v1/propose_text', { ...text, ...words })
      await approve(editor, { kind, version: '1.0' })
    }
    await register(learner, newcomer('韩知新'))
    await newVersionsDay(page, editor, learner)
    for (const one of [page, editor, learner]) await one.context().close()
  },
)

async function signInAsEditor(chief: Page, page: Page): Promise<void> {
  const account = { username: 'second', name: '林晓', roles: ['EDITOR'] }
  const { data } = await staffPost(chief, '/staff/v1/create_staff', account)
  await staffSignIn(page, account.username, '/console/first-password', data.password)
  await takeOwnPassword(page, data.password, ownPassword)
}

const approve = (editor: Page, text: { kind: string; version: string }) =>
  staffPost(editor, '/first_page/v1/decide_text', { ...text, decision: 'APPROVED', reason: '' })

/**
 * A new version of the legal texts would ask the people of other tests to agree, so this test uses its own portal.
 */
async function newVersionsDay(chief: Page, editor: Page, learner: Page): Promise<void> {
  await test.step('one editor proposes a legal text with a later start day, and another approves it', async () => {
    await chief.goto('/console/texts')
    await chief.getByRole('button', { name: '起草新版本' }).click()
    await chief.getByLabel('版本号').fill('1.1')
    await chief.getByLabel('生效日期', { exact: true }).fill(today())
    await chief.getByLabel('修改说明').fill('写明了退款的期限')
    await chief.getByRole('button', { name: '不提交' }).click()
    const giveUp = chief.getByRole('dialog', { name: '放弃起草的用户协议？' })
    await pressAway(giveUp.getByRole('button', { name: '继续起草' }))
    await expect(giveUp).toBeHidden()
    await chief.getByRole('button', { name: '提交审核…' }).click()
    await chief.getByRole('dialog').getByRole('button', { name: '提交', exact: true }).click()
    await expect(chief.getByText('须由另一名工作人员审核')).toBeVisible()
    await editor.goto('/console/texts')
    await editor.getByRole('button', { name: '通过…' }).click()
    const ask = editor.getByRole('dialog', { name: '通过用户协议 1.1？' })
    await expect(ask).toContainText('未同意的学员不能报名')
    await axe(editor)
    await ask.getByRole('button', { name: '通过', exact: true }).click()
    await expect(editor.getByText('现行版本')).toBeVisible()
    await sound(editor)
  })

  await test.step('a student who declines the new legal text still sees own data', async () => {
    await learner.goto('/system/sign')
    const asked = learner.getByRole('heading', { name: '用户协议或隐私政策已更新，请阅读后继续' })
    await expect(asked).toBeFocused()
    await expect(learner.getByText('写明了退款的期限')).toBeVisible()
    await fitsBothSizes(learner)
    await learner.getByRole('button', { name: '不同意' }).click()
    await expect(learner.getByRole('heading', { name: '您没有同意' })).toBeFocused()
    await learner.getByRole('link', { name: /^下载个人信息副本/ }).click()
    await expect(learner.getByRole('button', { name: '申请副本' })).toBeVisible()
    await fitsBothSizes(learner)
    await learner.goto('/h5/system/sign')
    await expect(asked).toBeFocused()
    await learner.getByRole('checkbox').check()
    await learner.getByRole('button', { name: '同意并继续' }).click()
    await expect(asked).toBeHidden()
    await learner.goto('/terms/agreement')
    await expect(learner.getByText('1.0', { exact: false }).first()).toBeVisible()
    await fitsBothSizes(learner)
  })
}

/** Today's date in Shanghai. */
const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

/** Reads the portal's address from the server's output. */
function greeting(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout?.on('data', (chunk: Buffer) => {
      said += chunk
      const url = /http:\/\/localhost:\d+/.exec(said)?.[0]
      if (url) resolve(url)
    })
    server.once('exit', () => reject(new Error(`the server did not start\n${said}`)))
  })
}
