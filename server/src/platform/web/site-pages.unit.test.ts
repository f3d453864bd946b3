import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { InternalCall, RenderedPage, RenderPage } from './renderer.ts'
import { SitePages } from './site-pages.ts'

const template = {
  hashes: { styles: [], scripts: [] },
  beginning: ({ body }: { body: string }) => body,
  ending: (nonce: string) => ` nonce=${nonce}`,
}

async function serve(answer: (target: string, ask: InternalCall) => Promise<Partial<RenderedPage> | string>) {
  const made: string[] = []
  const askers: (string | undefined)[] = []
  const ask: InternalCall = async (_path, ip) => {
    askers.push(ip)
    return { status: 200, text: '{}' }
  }
  const render: RenderPage = async (_origin, target, given) => {
    const page = await answer(target, given)
    if (typeof page === 'string' && page !== target) return { status: 404, sameAs: page }
    made.push(target)
    const whole = {
      ...{ status: 200, head: '', body: target, chunk: null, posterId: null },
      eager: false,
    }
    return typeof page === 'string' ? { ...whole, status: 404 } : { ...whole, ...page }
  }
  const content = { listPublished: async () => [], countView: () => {} }
  const pages = new SitePages(render, template, { ask, content, origin: () => 'http://a' })
  const app = Fastify({ trustProxy: true })
  app.get('*', (request, reply) => pages.send(request, reply, request.url))
  const open = async (target: string, ip = '192.0.2.1') =>
    app.inject({ url: target, headers: { 'x-forwarded-for': ip } })
  return { made, askers, pages, open }
}

test('all invented ids are served from one cached page', async () => {
  const { made, pages, open } = await serve(async () => '/detail/law/-')
  for (let no = 0; no < 100; no += 1) {
    const { statusCode, body } = await open(`/detail/law/${no}`)
    expect([statusCode, body.split(' ')[0]]).toEqual([404, '/detail/law/-'])
  }
  expect(made).toEqual(['/detail/law/-'])
  pages.clear()
  await open('/detail/law/1')
  expect(made).toHaveLength(2)
})

test('invented search words and numbers do not displace real pages from the cache', async () => {
  // Fake timers, so that no page expires on a slow machine.
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const body = 'x'.repeat(1_000_000)
  const { made, open } = await serve(async () => ({ body }))
  await open('/index')
  for (let no = 0; no < 70; no += 1) await open(`/search?keyword=${no}`)
  await open('/index')
  expect(made.filter((target) => target === '/index')).toHaveLength(1)
  await open('/search?keyword=69')
  await open('/search?keyword=0')
  expect(made.slice(-2)).toEqual(['/search?keyword=69', '/search?keyword=0'])
})

test('a page that shows a proof is rendered for each request', async () => {
  const { made, askers, open } = await serve(async (_target, ask) => {
    await ask('/verify')
    return {}
  })
  await open('/verify/A', '192.0.2.7')
  await open('/verify/A', '192.0.2.8')
  expect(made).toHaveLength(2)
  expect(askers).toEqual(['192.0.2.7', '192.0.2.8'])
})

test('each response with a cached page has a new nonce in its policy and its HTML', async () => {
  const { made, open } = await serve(async () => ({}))
  const nonces = new Set<string | undefined>()
  for (let no = 0; no < 3; no += 1) {
    const { body, headers } = await open('/index')
    const nonce = /nonce=(.+)$/.exec(body)?.[1]
    expect(headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    nonces.add(nonce)
  }
  expect([made.length, nonces.size]).toEqual([1, 3])
})

test('a page that can no longer be rendered is served from its last copy with its age', async () => {
  let away = false
  const { pages, open } = await serve(async () => {
    if (away) throw new Error('the database is away')
    return { body: 'good' }
  })
  await open('/index')
  await open('/search?keyword=a')
  away = true
  pages.clearKept()
  const { statusCode, body, headers } = await open('/index')
  expect([statusCode, body.split(' ')[0], headers.warning]).toEqual([200, 'good', '110 - "Response is Stale"'])
  // Searches and proofs have no old copies, because their results are for one person.
  expect((await open('/search?keyword=a')).statusCode).toBe(500)
  expect((await open('/verify/A')).statusCode).toBe(500)
})
