import type { Page } from '@playwright/test'
import type { ClientCalls } from '../contract/src/index.ts'
import { digestPassword } from '../contract/src/rules/password.ts'
import { axe } from './axe.ts'
import { demo } from './people.ts'
import { givenBy } from './stored-session.ts'
import { expect, test } from './test.ts'

type Given<Name extends keyof ClientCalls> = ClientCalls[Name]['response']

// The browser logs the 404 for an unknown code.
test.use({
  viewport: { width: 360, height: 640 },
  hasTouch: true,
  tolerated: [/404 \(Not Found\)/],
})

/** Returns both addresses of the demo proof: one with only the code, one with the signed text. */
async function addressesOfProof(page: Page) {
  const input = { account: demo.proven, password: digestPassword(demo.password) }
  const api = '/api/client'
  const { token } = await givenBy<Given<'POST /student/v1/login'>>(page, `${api}/student/v1/login`, input)
  const read = async (path: string) => {
    const answer = await page.request.get(api + path, { headers: { authorization: token } })
    return (await answer.json()).data
  }
  const years: Given<'GET /certification_grant/v1/query'> = await read('/certification_grant/v1/query')
  const id = years.list.find(({ state }) => state === 'ISSUED')?.proofId
  const proof: Given<'GET /certification_grant/v1/info'> = await read(`/certification_grant/v1/info?id=${id}`)
  const pathOf = (address: string) => address.slice(new URL(address).origin.length)
  return { light: pathOf(proof.verifyUrl), signed: pathOf(proof.offlineUrl) }
}

/** Returns the signed text with another employer but the old signature. */
function withOtherEmployer(signed: string): string {
  const [address = '', text = ''] = signed.split('#')
  const [payload = '', ...rest] = text.split('.')
  const fields: unknown[] = JSON.parse(Buffer.from(payload, 'base64url').toString())
  fields[8] = '别的药店'
  const altered = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${address}#${[altered, ...rest].join('.')}`
}

test('a phone shows the complete verdict on its first screen and in the title for each proof state', async ({
  page,
}) => {
  const { light, signed } = await addressesOfProof(page)
  const verdicts = [
    [light, '证明真实有效'],
    [signed, '证明真实有效'],
    [withOtherEmployer(signed), /请勿采信/],
    [signed.replace(/.(?=\.[0-9a-f]{16}$)/, '!'), /无法核验/],
    ['/verify/ABCDEFGH23456789', /没有登记这份证明/],
  ] as const
  for (const [path, words] of verdicts) {
    await page.goto('/robots.txt')
    await page.goto(path)
    const title = page.getByRole('status').getByRole('heading', { level: 1, name: words })
    await expect(title).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`${await title.textContent()} · 证明核验 - `))
    const bottom = async () => {
      const box = await page.locator('.verify-verdict').boundingBox()
      return box ? box.y + box.height : Number.POSITIVE_INFINITY
    }
    await expect.poll(bottom).toBeLessThan(400)
    if (path === light) await axe(page)
  }
  await page.goto('/robots.txt')
  await page.goto(withOtherEmployer(signed))
  const differences = page.getByRole('region', { name: '不一致的项目' })
  await expect(differences).toContainText('二维码：别的药店')
  await expect(differences.getByRole('term')).toHaveText(['执业单位'])
  await axe(page)
})

test('an address with signed text is not called genuine before it is checked', async ({ page }) => {
  const { signed } = await addressesOfProof(page)
  let letScriptsCome = () => {}
  const wait = new Promise<void>((resolve) => {
    letScriptsCome = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await wait
    await route.continue()
  })
  await page.goto(withOtherEmployer(signed), { waitUntil: 'commit' })
  await expect(page.getByText('正在核对二维码里的内容…')).toBeVisible()
  await expect(page.getByText('证明真实有效')).toBeHidden()
  await expect(page).toHaveTitle(/^正在核验 - /)
  letScriptsCome()
  await expect(page.getByRole('heading', { level: 1, name: /请勿采信/ })).toBeVisible()
  // A jump within the page leaves the signed text in the address.
  await page.getByRole('link', { name: '跳到正文' }).press('Enter')
  await expect(page).toHaveURL(/#content$/)
  await expect(page.getByRole('heading', { level: 1, name: /请勿采信/ })).toBeVisible()
})

test('the QR scanner fills the screen, and Back or Esc closes it', async ({ page }) => {
  await page.goto('/verify')
  const open = page.getByRole('button', { name: '扫一扫' })
  const scanner = page.getByRole('dialog', { name: '扫描证明二维码' })
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await open.click()
    await expect(scanner.getByText('请把证明上的二维码放在画面中间')).toBeVisible()
    expect(await scanner.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 })
    await axe(page)
    await close()
    await expect(scanner).toBeHidden()
    await expect(page).toHaveURL('/verify')
    await expect(open).toBeFocused()
  }
})

test('the verification form accepts a whole address and keeps input that it cannot read', async ({ page }) => {
  const { light } = await addressesOfProof(page)
  await page.goto('/verify')
  const code = page.getByLabel('核验编号')
  await expect(page.getByRole('button', { name: '扫一扫' })).toBeEnabled()
  await code.fill('https://example.org/other')
  await code.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(/请输入 16 位字母和数字的核验编号/)
  await expect(code).toHaveValue('https://example.org/other')
  await expect(code).toBeFocused()
  await code.fill(`https://example.org${light.toLowerCase()}`)
  await code.press('Enter')
  await expect(page).toHaveURL(light)
  await expect(page.getByRole('heading', { level: 1, name: '证明真实有效' })).toBeFocused()
})
