import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { ProxyWatch, watchProxies } from './proxy-watch.ts'
import { type TrustedProxies, toFastifyTrustProxy } from './trusted-proxies.ts'

async function visit(trusted: TrustedProxies, forwarded: (no: number) => string | undefined) {
  const lines: string[] = []
  const watch = new ProxyWatch((line) => lines.push(line))
  const app = Fastify({ trustProxy: toFastifyTrustProxy(trusted) })
  watchProxies(app, watch)
  app.get('/', async () => 'ok')
  for (let no = 0; no < 1000; no += 1) {
    const address = forwarded(no)
    const headers = address === undefined ? {} : { 'x-forwarded-for': address }
    await app.inject({ url: '/', remoteAddress: '10.0.0.5', headers })
  }
  await app.close()
  return { lines, findings: watch.findings }
}

it('an untrusted proxy is logged twice: for its header and for its share of all requests', async () => {
  const { lines, findings } = await visit(['loopback'], (no) => `198.51.100.${no % 200}`)
  expect(findings).toEqual({ oneAddress: '10.0.0.5', untrustedForwarder: '10.0.0.5' })
  expect(lines).toHaveLength(2)
  for (const line of lines) expect(line).toContain('TRUSTED_PROXIES')
})

it('a trusted proxy causes no finding', async () => {
  const { lines, findings } = await visit(['10.0.0.0/8'], (no) => `198.51.100.${no % 200}`)
  expect([lines, findings]).toEqual([[], { oneAddress: null, untrustedForwarder: null }])
})

it('a number in TRUSTED_PROXIES trusts exactly that many proxies', async () => {
  const app = Fastify({ trustProxy: toFastifyTrustProxy(2) })
  app.get('/', async ({ ip }) => ip)
  const headers = { 'x-forwarded-for': '192.0.2.1, 198.51.100.7, 10.0.0.6' }
  const { body } = await app.inject({ url: '/', remoteAddress: '10.0.0.5', headers })
  expect(body).toBe('198.51.100.7')
})
