import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { axe } from './axe.ts'
import { codeOf, ownPassword, sendStaffLogin, staffSignOut, takeOwnPassword } from './staff.ts'
import { expect, test } from './test.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

/** A portal in production, with nobody in it but its first administrator. */
interface NewPortal {
  url: string
  password: string
}

const withPortal = test.extend<{ portal: NewPortal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'ce-e2e-new-'))
      const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production', DEMO: '0' }
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
  'in production the first administrator gets in only with an own password and a bound code',
  async ({ browser, portal }) => {
    withPortal.setTimeout(300_000)
    const context = await browser.newContext({ baseURL: portal.url })
    const page = await context.newPage()
    await page.goto('/console/login')
    await sendStaffLogin(page, 'chief', portal.password)
    await takeOwnPassword(page, portal.password, ownPassword, '/console/set-up-code')

    // no desk opens before it is done
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
    // the code of now was spent by the binding
    await page.getByLabel('动态口令').fill(codeOf(otpauthUrl, 1))
    await page.getByRole('button', { name: '验证并登录' }).click()
    await expect(page).toHaveURL('/console')
    await context.close()
  },
)

/** The address that the server says once it answers. */
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
