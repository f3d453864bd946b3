import { connect } from 'node:net'
import {
  type AnyCallDefinition,
  clientBase,
  clientCalls,
  type Envelope,
  employerCalls,
  type RefusalData,
  staffCalls,
} from '@ce/contract'
import { type OpenApiDocument, openApiDocument } from '@ce/contract/openapi'
import { describe, expect, it } from 'vitest'
import { nextOrigin, sendRawRequest } from './world.ts'

const login = `${clientBase}/student/v1/login`
const all: [string, AnyCallDefinition][] = Object.values(clientCalls).flatMap((module) =>
  Object.values<AnyCallDefinition>(module).map((call): [string, AnyCallDefinition] => [
    `${call.method} ${clientBase}${call.path.replace(':channel', 'DEMO')}`,
    call,
  ]),
)

/** The JSON body of a response. Its type is not checked; the test checks what it uses. */
async function jsonOf<Shape>(response: Response): Promise<Shape> {
  return (await response.json()) as Shape
}

async function envelope(response: Response) {
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  const body = await jsonOf<Envelope<Partial<RefusalData> | null>>(response)
  expect(Object.keys(body).sort()).toEqual(['code', 'data', 'msg'])
  const { key, fields } = body.data ?? {}
  return { status: response.status, code: body.code, msg: body.msg, key, fields }
}

function post(path: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  return sendRawRequest(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
}

describe('bad requests and their envelopes', () => {
  it('a body of 10 MB gets a refusal with our envelope', async () => {
    const body = JSON.stringify({ account: 'x'.repeat(10 * 1024 * 1024) })
    expect(await envelope(await post(login, body))).toMatchObject({
      status: 413,
      key: 'common.tooLarge',
    })
  })

  it.each([
    ['broken', '{"account": '],
    ['empty', ''],
    ['not JSON at all', '<xml/>'],
    ['polluting __proto__', '{"__proto__": {"admin": true}, "account": "a", "password": "b"}'],
    ['polluting constructor', '{"constructor": {"prototype": {"admin": true}}}'],
  ])('JSON that is %s gets a refusal with our envelope', async (_what, body) => {
    expect(await envelope(await post(login, body))).toMatchObject({
      status: 400,
      key: 'common.unparsable',
    })
  })

  it.each([
    ['application/xml', 400],
    ['application/x-www-form-urlencoded', 400],
    ['text/plain', 200],
    ['multipart/form-data; boundary=x', 400],
  ])('content-type %s gets a refusal with our envelope', async (type, status) => {
    const answer = await envelope(await post(login, 'account=1', { 'content-type': type }))
    expect(answer.status).toBe(status)
    expect(answer.code).not.toBe(1)
  })

  it.each([
    ['GET', `${clientBase}/no/v1/such`],
    ['GET', login],
    ['PUT', login],
    ['DELETE', `${clientBase}/student/v1/profile`],
    ['POST', '/system/dashboard'],
    ['GET', '/api/'],
    ['GET', '/files/a/b/c'],
    ['PATCH', '/'],
  ])('an unknown call gets our envelope: %s %s', async (method, path) => {
    expect(await envelope(await sendRawRequest(path, { method }))).toMatchObject({
      status: 404,
      key: 'common.noSuchCall',
    })
  })

  it('an invalid address and a too long segment get our envelope', async () => {
    expect(await envelope(await sendRawRequest('/files/%zz'))).toMatchObject({ status: 400 })
    expect(await envelope(await sendRawRequest(`/files/${'9'.repeat(300)}`))).toMatchObject({ status: 400 })
  })

  it('an unknown method and invalid HTTP get our envelope', async () => {
    for (const text of ['BREW / HTTP/1.1\r\nhost: a\r\n\r\n', 'hello\r\n\r\n']) {
      const answer = await raw(text)
      expect(answer).toMatch(/^HTTP\/1.1 400 /)
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 1002 })
    }
  })

  it.each([
    ['NUL', '"138\\u0000"'],
    ['half a surrogate pair', '"\\ud800"'],
    ['NUL deep inside', '{"a":[{"b":"\\u0000"}]}'],
    ['NUL in a name', '{"\\u0000":1}'],
  ])('%s in a value is refused, and the refusal names the field', async (_what, value) => {
    const response = await post(login, `{"account": ${value}, "password": "${'0'.repeat(32)}"}`)
    const answer = await envelope(response)
    expect(answer).toMatchObject({ code: 1001, key: 'common.invalid' })
    expect(answer.fields).toHaveProperty('account')
  })

  it('invalid UTF-8, NUL in a query and too deep nesting are refused with our envelope', async () => {
    const bytes = Uint8Array.from([...Buffer.from('{"account":"'), 0xc3, 0x28, ...Buffer.from('"}')])
    expect((await envelope(await post(login, bytes))).status).toBeLessThan(500)
    const query = await sendRawRequest(`${clientBase}/certification_grant/v1/verify?code=12345678%00`)
    expect(query.status).toBeLessThan(500)
    const deep = `{"account":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect(await envelope(await post(login, deep))).toMatchObject({ key: 'common.tooLarge' })
    const nested = `{"account":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(await envelope(await post(login, nested))).toMatchObject({ key: 'common.invalid' })
    const many = `{"account":[${'{},'.repeat(60_000)}{}]}`
    expect(await envelope(await post(login, many))).toMatchObject({
      msg: expect.stringContaining('账号：内容过多或嵌套过深'),
    })
    const own = await envelope(await post(login, '{"constructor":"\\u0000"}'))
    expect(own.msg).not.toContain('function')
  })
})

function raw(text: string): Promise<string> {
  const { hostname, port } = new URL(nextOrigin())
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (part) => {
      answer += part
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })
}

describe('calls of the contract', () => {
  it.each(all.filter(([, call]) => call.audience === 'student'))('%s needs a token', async (key, call) => {
    const [method = '', path = ''] = key.split(' ')
    for (const authorization of [undefined, 'Bearer', 'Bearer made-up', 'x'.repeat(5000)]) {
      const response = await sendRawRequest(path, {
        method,
        headers: {
          ...(authorization ? { authorization } : {}),
          ...(call.method === 'POST' ? { 'content-type': 'application/json' } : {}),
        },
        ...(call.method === 'POST' ? { body: '{}' } : {}),
      })
      expect(await envelope(response)).toMatchObject({
        status: 401,
        key: 'common.unauthorized',
      })
    }
  })
})

describe('documentation of the calls', () => {
  const ofEmployers = Object.values(employerCalls).flatMap((calls) => Object.keys(calls)).length
  const ofStaff = Object.values(staffCalls).flatMap((module) => Object.entries<AnyCallDefinition>(module))

  it('serves OpenAPI 3.1 with every call', async () => {
    const document = await jsonOf<OpenApiDocument>(await sendRawRequest(`${clientBase}/openapi.json`))
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument())))
    const count = Object.values<object>(document.paths).flatMap((path) => Object.keys(path)).length
    expect([document.openapi, count]).toEqual(['3.1.0', all.length + ofStaff.length + ofEmployers])
  })

  it('serves the call documentation as a page without scripts', async () => {
    const response = await sendRawRequest('/api/docs')
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).not.toMatch(/<script|__NONCE__|undefined|\[object/)
    for (const [key, call] of [...all, ...ofStaff]) {
      expect(html).toContain(call.path.replace(/:(\w+)/g, '{$1}'))
      expect([key, html.includes(call.summary)]).toEqual([key, true])
    }
  })
})
