import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { clientBase, staffBase } from '@ce/contract'
import { integrityCheckNames, integrityLateDays } from '@ce/contract/integrity-checks'
import { longRunSeconds } from '@ce/contract/job-names'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeLearner } from '../../../test/factories/player.ts'
import { type ObservedServer, readMetricValue, startObservedServer } from '../../../test/observed-server.ts'
import { createOwnDatabase } from '../../../test/own-database.ts'
import { world } from '../../../test/world.ts'

const secrets = {
  token: 'tOkEn-9f8e7d6c5b4a39281706f5e4d3c2b1a0',
  idNumber: '11010519491231002X',
  phone: '13977778888',
  query: 'nobody-keeps-this-query',
  body: 'nobody-keeps-this-body',
}
const beating = `${clientBase}/course/v1/learn_process`

let server: ObservedServer
const collector = await openCollector()

beforeAll(async () => {
  server = await startObservedServer(world().databaseUrl, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  })
})
afterAll(async () => {
  await server.stop()
  await collector.close()
})

async function openCollector() {
  const received: string[] = []
  const receiver = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    if (request.url === '/v1/traces') received.push(text)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const address = receiver.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => received.join('\n'),
    spans: () => received.flatMap(spansOf),
    close: () => {
      receiver.closeAllConnections()
      return new Promise((resolve) => receiver.close(resolve))
    },
  }
}

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
}

interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
}

function spansOf(text: string): Span[] {
  const { resourceSpans }: Export = JSON.parse(text)
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

/** The metrics count a request shortly after its response. */
async function grown(before: string, series: string): Promise<number> {
  return readMetricValue(await server.scrape(), series) - readMetricValue(before, series)
}

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(server.origin + path, { headers, redirect: 'manual' })
}

function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(server.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

describe('portal metrics', () => {
  it('counts a call by its path template, status and result code', async () => {
    const path = `${clientBase}/student/v1/login`
    const series = `portal_requests_total{call="POST ${path}",audience="public",status="2xx",answer="refused"}`
    const before = await server.scrape()
    await post(path, {})
    await expect.poll(() => grown(before, series)).toBe(1)
    const after = await server.scrape()
    const timed = `portal_request_duration_seconds_count{call="POST ${path}"}`
    expect(readMetricValue(after, timed) - readMetricValue(before, timed)).toBe(1)
    const refused = 'portal_refusals_total{key="common.invalid"}'
    expect(readMetricValue(after, refused)).toBeGreaterThan(readMetricValue(before, refused))
  })

  it('counts heartbeats that bypass the framework, and their batches', async () => {
    const { player, student } = await makeLearner()
    const series = `portal_requests_total{call="POST ${beating}",audience="student",status="2xx",answer="ok"}`
    const before = await server.scrape()
    expect(await (await post(beating, player.body(), { authorization: student.token })).json()).toMatchObject({
      code: 1,
    })
    await expect.poll(() => grown(before, series)).toBe(1)
    const after = await server.scrape()
    const batches = 'portal_group_commit_batch_size_count{queue="study heartbeat"}'
    expect(readMetricValue(after, batches)).toBeGreaterThan(readMetricValue(before, batches))
  })

  it('counts all unknown addresses under one name', async () => {
    const series = 'portal_requests_total{call="unknown",audience="none",status="4xx",answer="refused"}'
    const before = await server.scrape()
    for (const made of ['a', 'b', 'c']) await get(`/api/${made}`)
    await expect.poll(() => grown(before, series)).toBe(3)
    expect(await server.scrape()).not.toContain('/api/a"')
  })

  it.each([
    ['a call', `${staffBase}/staff/v1/login`],
    ['a heartbeat', beating],
  ])('counts %s as in flight until the client that sent half a request disconnects', async (_what, path) => {
    const inFlight = async () => readMetricValue(await server.scrape(), 'portal_requests_in_flight')
    const { port, hostname } = new URL(server.origin)
    const socket = connect(Number(port), hostname)
    const head = [`POST ${path} HTTP/1.1`, 'host: a', 'content-type: application/json']
    socket.write(`${[...head, 'content-length: 9'].join('\r\n')}\r\n\r\n{`)
    await expect.poll(inFlight).toBe(1)
    socket.destroy()
    await expect.poll(inFlight).toBe(0)
  })

  it('serves only metrics on the metrics port, including figures of the database', async () => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/healthz', 'GET'],
      [`${clientBase}/first_page/v1/site_info`, 'GET'],
      ['/metrics', 'POST'],
    ] as const)
      expect((await server.askMetrics(path, { method })).status, path).toBe(404)
    const scrape = await server.scrape()
    expect(readMetricValue(scrape, 'portal_database_gauges_up')).toBe(1)
    expect(scrape).toMatch(/^portal_schema_info\{migration="\d+-[\w-]+\.sql"\} 1$/m)
    expect(readMetricValue(scrape, 'portal_database_pool_connections{pool="learner",state="most"}')).toBe(10)
    // Also checks that never began, so that the alert for late ones sees them.
    for (const name of integrityCheckNames) expect(scrape).toContain(`portal_integrity_age_seconds{check="${name}"} `)
  })

  it('exports every metric that the dashboard and the alert rules use', async () => {
    const folder = new URL('../../../../docs/operations/', import.meta.url)
    const text = ['dashboard.json', 'alerts.yml'].map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n')
    const named = new Set(text.match(/\b(?:portal|nodejs|process)_[a-z_0-9]*[a-z0-9]\b/g))
    const scrape = await server.scrape()
    const known = new Set([...scrape.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const missing = [...named].filter(
      (name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')),
    )
    expect(named.size).toBeGreaterThan(30)
    expect(missing).toEqual([])
    // Limits that the console also shows.
    for (const limit of [`> ${longRunSeconds}`, ...integrityCheckNames.map((n) => `> ${integrityLateDays(n)} * 86400`)])
      expect(text).toContain(limit)
  })
})

describe('request log lines', () => {
  it.each([
    [
      'a call',
      () => get(`${clientBase}/first_page/v1/site_info`),
      { status: 200, code: 1, actor: 'visitor', call: `GET ${clientBase}/first_page/v1/site_info` },
    ],
    [
      'a call without its session',
      () => get(`${staffBase}/staff/v1/me`),
      { status: 401, code: 1008, actor: 'visitor' },
    ],
    ['a heartbeat without its session', () => post(beating, {}), { status: 401, code: 1008, call: `POST ${beating}` }],
    ['a page', () => get('/index'), { status: 200, call: 'page' }],
    ['an address that cannot be read', () => get('/files/%zz'), { status: 400, code: 1002, call: 'unreadable' }],
    ['an address that nobody has', () => get('/api/none'), { status: 404, code: 1003, call: 'unknown' }],
  ])('logs %s with the request id of its response', async (_what, ask, expected) => {
    const line = await server.lineOf(await ask())
    expect(line).toMatchObject({ level: 'info', ...expected, ms: expect.any(Number) })
  })

  it('logs that a student is signed in, but not which one', async () => {
    const { student } = await makeLearner()
    const response = await get(`${clientBase}/student/v1/profile`, { authorization: student.token })
    const line = await server.lineOf(response)
    expect(line).toMatchObject({ actor: 'student', status: 200, address: '127.0.0.x' })
    expect(Object.keys(line).sort()).toEqual([
      'actor',
      'address',
      'call',
      'code',
      'level',
      'ms',
      'pid',
      'requestId',
      'status',
      'time',
    ])
    expect(JSON.stringify(line)).not.toContain(student.id)
  })

  it('logs a refused heartbeat without an address', async () => {
    const line = await server.lineOf(await post(beating, {}))
    expect(line).toMatchObject({ call: `POST ${beating}` })
    expect(line).not.toHaveProperty('address')
  })

  it('logs requests that are not valid HTTP', async () => {
    const { port, hostname } = new URL(server.origin)
    const socket = connect(Number(port), hostname)
    socket.end('hello\r\n\r\n')
    let answer = ''
    for await (const chunk of socket) answer += chunk
    const [, id = ''] = /x-request-id: (\S+)/.exec(answer) ?? []
    const response = new Response(null, { headers: { 'x-request-id': id } })
    expect(await server.lineOf(response)).toMatchObject({ call: 'unreadable', status: 400 })
  })

  it('uses a proxy’s request id if it is valid, and a new one otherwise', async () => {
    const ask = async (id: string) => (await get('/api/none', { 'x-request-id': id })).headers.get('x-request-id')
    expect(await ask('proxy_0123-ABC')).toBe('proxy_0123-ABC')
    for (const id of ['short', 'x'.repeat(65), 'with space here', '{"level":"fatal"}'])
      expect(await ask(id)).toMatch(/^[2-9a-z]{6}-[0-9a-z]+$/)
  })

  it('does not log health checks', async () => {
    const response = await get('/healthz')
    expect(response.headers.get('x-request-id')).toBeTruthy()
    await server.lineOf(await get('/api/none'))
    expect(server.printed()).not.toContain(response.headers.get('x-request-id') ?? '')
  })
})

it('keeps tokens, personal numbers, queries and bodies out of log, metrics and traces', async () => {
  const { token, idNumber, phone, query, body } = secrets
  const all = `${query}-${phone}-${idNumber}`
  const { student } = await makeLearner()
  const sent: Response[] = []
  for (const authorization of [token, student.token])
    sent.push(
      await get(`${clientBase}/student/v1/profile?a=${all}`, { authorization }),
      await post(`${clientBase}/student/v1/login`, { account: phone, password: body }, { authorization }),
      await post(beating, { id: idNumber, lessonId: body, phone }, { authorization }),
      await post(`${staffBase}/staff/v1/login`, { username: phone, password: body }, { authorization }),
      await get(`/files/${idNumber}?s=${all}&e=1&t=${token}`, { authorization }),
      await get(`/files/%zz?${all}`, { authorization, cookie: token }),
      await get(`/search?keyword=${all}`, { referer: `http://a/${all}`, cookie: token }),
      await get(`/verify/${idNumber}?${all}`, { 'user-agent': all }),
      await get(`/api/${idNumber}?${all}`, { 'x-forwarded-for': phone }),
    )
  for (const response of sent) await server.lineOf(response)
  await expect.poll(() => collector.spans().length).toBeGreaterThan(sent.length)
  const told = [server.printed(), await server.scrape(), collector.text()].join('\n')
  for (const secret of [...Object.values(secrets), student.token]) expect(told.includes(secret), secret).toBe(false)
})

it('traces a call with its queries and continues the trace of a proxy', async () => {
  const { student } = await makeLearner()
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  await get(`${clientBase}/student/v1/profile`, {
    authorization: student.token,
    traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
  })
  const spans = () => collector.spans().filter((span) => span.traceId === traceId)
  const call = () => spans().find(({ name }) => name === `GET ${clientBase}/student/v1/profile`)
  await expect.poll(call).toMatchObject({ parentSpanId: '00f067aa0ba902b7' })
  const below = spans().filter(({ parentSpanId }) => parentSpanId === call()?.spanId)
  expect(below.map(({ name }) => name)).toContain('select student')
})

describe('server faults', () => {
  it('a server fault has the same id in response, header and log, and metrics work without the database', async () => {
    const own = await createOwnDatabase()
    const broken = await startObservedServer(own.connectionString, { KEYS_DIR: '' })
    try {
      await own.pool.query('alter table site_info rename to site_info_gone')
      await own.pool.query('alter table message_delivery rename to message_delivery_gone')
      const response = await fetch(`${broken.origin}${clientBase}/first_page/v1/site_info`)
      const requestId = response.headers.get('x-request-id')
      expect(response.status).toBe(500)
      expect(await response.json()).toMatchObject({
        code: 1006,
        data: { key: 'common.broken', requestId },
      })
      expect(await broken.lineOf(response)).toMatchObject({ status: 500, code: 1006 })
      const [fault] = broken.faultsOf(response)
      expect(fault).toMatchObject({ level: 'error', error: expect.stringContaining('42P01') })
      const scrape = await broken.scrape()
      expect(scrape).toMatch(/^portal_build_info\{version="[\d.]+",node="v24/m)
      expect(readMetricValue(scrape, 'portal_database_gauges_up')).toBe(0)
      expect(scrape).toContain('portal_requests_total{')
      expect(scrape).not.toMatch(/^portal_outbox_waiting\{/m)
    } finally {
      await broken.stop()
      await own.drop()
    }
  })
})
