import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientBase } from '@ce/contract'
import { describe, expect, it, vi } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { Env } from '../src/platform/env.ts'
import { StartError } from '../src/platform/errors.ts'
import { faultLog } from '../src/platform/observability/log.ts'
import { deps, sendRawRequest } from './world.ts'

describe('portal pages', () => {
  it.each([
    '/',
    '/index',
    '/login?redirect=%2Fsystem%2Fgrant',
    '/register',
    '/error',
    '/system',
    '/system/dashboard',
    '/system/my-courses/1/2',
    '/exam/1/2',
    '/grant/detail?id=1',
    '/verify/ABC',
    '/system/profile/',
  ])('%s serves the portal with a nonce of its own in each response', async (path) => {
    const [first, second] = [await sendRawRequest(path), await sendRawRequest(path)]
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const html = await first.text()
    const nonce = /<meta property="csp-nonce" nonce="([\w-]{20,})"/.exec(html)?.[1]
    expect(nonce).toBeTruthy()
    expect(html).not.toContain('__NONCE__')
    expect(html.match(new RegExp(`nonce="${nonce}"`, 'g'))).toHaveLength(2)
    expect(first.headers.get('content-security-policy')).toContain(
      `script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}';`,
    )
    expect(await second.text()).not.toContain(nonce)
  })

  it.each(['/nothing', '/system/nothing', '/notfound', '/exam/1', '/system/my-courses/1/2/3'])(
    '%s serves the same document with status 404',
    async (path) => {
      const response = await sendRawRequest(path)
      expect(response.status).toBe(404)
      expect(await response.text()).toContain('<div id="root">')
    },
  )

  it('pages have the security headers for browsers', async () => {
    const page = Object.fromEntries((await sendRawRequest('/index')).headers)
    expect(page).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'content-security-policy': expect.stringMatching(
        /img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'$/,
      ),
    })
    expect(page).not.toHaveProperty('strict-transport-security')
    const call = Object.fromEntries((await sendRawRequest(`${clientBase}/first_page/v1/site_info`)).headers)
    expect(call).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    expect((await sendRawRequest('/index', { method: 'HEAD' })).status).toBe(200)
  })

  it('serves hashed assets compressed and cached forever, and nothing outside their folder', async () => {
    const asset = '/assets/page-1a2b3c4d.js'
    for (const encoding of ['br', 'gzip', 'identity', 'br;q=0, gzip']) {
      const response = await sendRawRequest(asset, { headers: { 'accept-encoding': encoding } })
      expect(await response.text()).toContain("console.debug('line 59')")
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      })
      const used = response.headers.get('content-encoding')
      expect(used).toBe(encoding === 'identity' ? null : encoding.includes(',') ? 'gzip' : encoding)
    }
    expect((await sendRawRequest('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=3600')
    for (const path of ['/assets/none.js', '/assets/..%2findex.html', '/assets/%2e%2e/index.html'])
      expect((await sendRawRequest(path)).status).toBe(404)
  })

  it('allows the phone app’s service worker requests to this origin only, and makes browsers revalidate it', async () => {
    const worker = await sendRawRequest('/h5/sw.js')
    expect(Object.fromEntries(worker.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    })
    const manifest = await sendRawRequest('/h5/manifest.webmanifest')
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
    expect(await manifest.json()).toMatchObject({ scope: '/h5/' })
    // Other paths have no worker, because a worker controls the paths below it.
    expect((await sendRawRequest('/sw.js')).status).toBe(404)
  })
})

describe('a server with other settings', () => {
  const pagesDir = fileURLToPath(new URL('pages', import.meta.url))

  async function appWith(env: Partial<Env>) {
    const all = await deps()
    return buildApp({ ...all, env: { ...all.env, pagesDir, ...env } })
  }

  it('an expensive call above its limit gets 429 with the seconds to wait', async () => {
    const app = await appWith({ ratePerMinute: 3 })
    const challenge = (remoteAddress: string) =>
      app.inject({ url: `${clientBase}/student/v1/challenge`, remoteAddress })
    const statuses: number[] = []
    for (const _ of [1, 2, 3, 4]) statuses.push((await challenge('192.0.2.1')).statusCode)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await challenge('192.0.2.1')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.json()).toMatchObject({ code: 1005, data: { key: 'common.tooOften' } })
    expect((await challenge('192.0.2.2')).statusCode).toBe(200)
    // Guessing codes or names of proofs is limited too.
    const guess = async (name: string) => {
      const query = `code=ABCDEFGH23456789&name=${encodeURIComponent(name)}`
      const url = `${clientBase}/certification_grant/v1/verify?${query}`
      const { data } = (await app.inject({ url, remoteAddress: '192.0.2.1' })).json()
      return data.verdict ?? data.key
    }
    const answers: string[] = []
    for (const name of ['张三', '李四', '王五', '赵六']) answers.push(await guess(name))
    expect(answers.slice(0, 3)).toEqual(Array(3).fill('NOT_FOUND'))
    expect(answers[3]).toBe('common.tooOften')
    await app.close()
  })

  it('limits searches for invented words, but not pages that all people read', async () => {
    const app = await appWith({ ratePerMinute: 3 })
    const from = (remoteAddress: string) => async (url: string) => {
      const { statusCode, headers } = await app.inject({ url, remoteAddress })
      return statusCode === 429 && Number(headers['retry-after']) > 0 ? 'later' : statusCode
    }
    const [greedy, other] = [from('192.0.2.1'), from('192.0.2.2')]
    const search = `${clientBase}/first_page/v1/search?keyword=`
    const list = `${clientBase}/first_page/v1/posters_list?categoryId=1`
    for (const url of ['/search?keyword=', search, `${list}&keyword=`]) {
      const answers: unknown[] = []
      for (const word of [1, 2, 3, 4]) answers.push(await greedy(url + word))
      expect(answers).toEqual([200, 200, 200, 'later'])
      expect(await other(`${url}5`)).toBe(200)
    }
    // All invented addresses share one limit.
    expect(await greedy('/list/notice?page=7')).toBe('later')
    for (let times = 0; times < 5; times += 1)
      for (const url of ['/index', '/search', list]) expect(await greedy(url)).toBe(200)
    await app.close()
  })

  it('a portal with an https address tells browsers to use https only', async () => {
    const app = await appWith({ publicUrl: 'https://ce.example.org' })
    for (const url of ['/login', `${clientBase}/first_page/v1/site_info`])
      expect((await app.inject({ url })).headers['strict-transport-security']).toContain('max-age=31536000')
    await app.close()
  })

  it('the log names a page that failed to render, but not what the visitor typed', async () => {
    const broken = await mkdtemp(join(tmpdir(), 'pages-'))
    await cp(pagesDir, broken, { recursive: true })
    await mkdir(join(broken, 'server'))
    await writeFile(
      join(broken, 'server', 'entry-server.js'),
      "exports.render = async () => { throw new Error('no database') }",
    )
    const said = vi.spyOn(faultLog, 'error').mockImplementation(() => {})
    const app = await appWith({ pagesDir: broken })
    for (const url of ['/search?keyword=330106199001011234', '/verify?code=ABCDEFGH23456789'])
      expect((await app.inject({ url })).statusCode).toBe(503)
    expect(said.mock.calls).toEqual([
      [{ error: expect.stringContaining('no database') }, 'rendering /search'],
      [{ error: expect.stringContaining('no database') }, 'rendering /verify'],
    ])
    said.mockRestore()
    await app.close()
    await rm(broken, { recursive: true })
  })

  it('a server without built pages refuses to start and says what to do', async () => {
    await expect(appWith({ pagesDir: '/nowhere' })).rejects.toThrow(
      new StartError('the pages are not built (no /nowhere/client/index.html): npm run build'),
    )
  })
})
