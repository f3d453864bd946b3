import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestStorage } from '../test/storage.ts'
import { type CallEvent, onCallEvent } from './answers.ts'
import { buildClientRequest, CallFailed, CallOffline, CallRefused, callClient } from './call.ts'
import { buildRequest } from './make-call.ts'
import { beginSession, endSession, readSession, sessionStorageKey, updateSession } from './session.ts'

const user = {
  id: '1',
  name: '王五',
  avatarUrl: null,
  phoneMasked: '138****0000',
  titleCode: 0,
  isInitPassword: false,
}
let server: Server
let answer: { status: number; body: string; headers?: Record<string, string> }
let asked: { url: string; authorization: string | undefined; body: string }

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (part) => {
      body += part
    })
    incoming.on('end', () => {
      asked = {
        url: `${incoming.method} ${incoming.url}`,
        authorization: incoming.headers.authorization,
        body,
      }
      // Simulate a connection that never answers.
      if (answer.status === 0) return
      outgoing.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const plain = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => plain(`http://127.0.0.1:${port}${url}`, init))
  vi.stubGlobal('localStorage', createTestStorage())
})
afterAll(() => {
  server.close()
  vi.unstubAllGlobals()
})
afterEach(() => endSession())

async function heardDuring(work: Promise<unknown>): Promise<CallEvent[]> {
  const heard: CallEvent[] = []
  const stop = onCallEvent((event) => heard.push(event))
  await work.catch(() => null)
  stop()
  return heard
}

describe('calls of students and visitors', () => {
  it('a call returns its data and sends the token if there is one', async () => {
    answer = { status: 200, body: '{"code":1,"msg":"ok","data":{"list":[]}}' }
    await expect(callClient('GET /course/v1/year_list', {})).resolves.toEqual({ list: [] })
    expect(asked).toMatchObject({ url: 'GET /api/client/course/v1/year_list' })
    expect(asked.authorization).toBeUndefined()
    beginSession({ token: 'abc', user })
    await callClient('POST /course/v1/course_list', { year: 2026 })
    expect(asked).toEqual({
      url: 'POST /api/client/course/v1/course_list',
      authorization: 'abc',
      body: '{"year":2026}',
    })
  })

  it('a call with a code other than 1 rejects with its msg, key and fields', async () => {
    answer = {
      status: 200,
      body: '{"code":1001,"msg":"有误","data":{"key":"common.invalid","fields":{"name":"太短"}}}',
    }
    const failure = await callClient('POST /student/v1/logout', {}).catch((error) => error)
    expect(failure).toBeInstanceOf(CallRefused)
    expect(failure).toMatchObject({
      message: '有误',
      code: 1001,
      key: 'common.invalid',
      fields: { name: '太短' },
    })
  })

  it('a call times out at its limit, and after one minute at most', async () => {
    answer = { status: 0, body: '' }
    const failure = await callClient('POST /student/v1/logout', {}, { limitMs: 20 }).catch((e) => e)
    expect(failure).toMatchObject({ name: 'CallOffline', timedOut: true })
    const limits = vi.spyOn(AbortSignal, 'timeout')
    answer = { status: 200, body: '{"code":1,"msg":"ok","data":null}' }
    await callClient('POST /student/v1/logout', {}, { limitMs: 90_000 })
    expect(limits).toHaveBeenCalledWith(60_000)
    limits.mockRestore()
  })

  it('a call reports responses without an envelope, and HTTP errors unless it is quiet', async () => {
    answer = {
      status: 429,
      body: '{"code":1005,"msg":"过于频繁","data":{}}',
      headers: { 'retry-after': '7' },
    }
    const failure = await callClient('POST /student/v1/logout', {}).catch((error) => error)
    expect(failure).toBeInstanceOf(CallFailed)
    expect(failure).toMatchObject({ status: 429, msg: '过于频繁', retryAfter: 7 })
    expect(await heardDuring(callClient('POST /student/v1/logout', {}))).toEqual([
      { kind: 'failed', status: 429, msg: '过于频繁' },
    ])
    expect(await heardDuring(callClient('POST /student/v1/logout', {}, { quiet: true }))).toEqual([])
    answer = { status: 200, body: '<html>' }
    await expect(callClient('POST /student/v1/logout', {})).rejects.toBeInstanceOf(CallFailed)
  })

  it('the error of a failed call contains the request number of the server error', async () => {
    answer = {
      status: 500,
      body: '{"code":1006,"msg":"出错","data":{"key":"common.broken","requestId":"k3f9qa-1a"}}',
    }
    const failure = await callClient('POST /student/v1/logout', {}).catch((error) => error)
    expect(failure).toMatchObject({ status: 500, requestId: 'k3f9qa-1a' })
    expect(await heardDuring(callClient('POST /student/v1/logout', {}))).toEqual([
      { kind: 'failed', status: 500, msg: '出错', requestId: 'k3f9qa-1a' },
    ])
  })

  it('a call with a 401 reports the expired session with the token it used', async () => {
    beginSession({ token: 'old', user })
    answer = { status: 401, body: '{"code":1008,"msg":"身份验证已过期","data":{}}' }
    expect(await heardDuring(callClient('GET /student/v1/profile', {}, { quiet: true }))).toEqual([
      { kind: 'expired', token: 'old' },
    ])
  })

  it('a call distinguishes a missing response from a cancelled request', async () => {
    const toServer = globalThis.fetch
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')))
    await expect(callClient('GET /student/v1/profile', {})).rejects.toBeInstanceOf(CallOffline)
    const stop = new AbortController()
    stop.abort()
    vi.stubGlobal('fetch', () => Promise.reject(stop.signal.reason))
    const failure = callClient('GET /student/v1/profile', {}, { signal: stop.signal })
    await expect(failure).rejects.toMatchObject({ name: 'AbortError' })
    vi.stubGlobal('fetch', toServer)
  })

  it('a request omits undefined parameters', () => {
    expect(buildClientRequest('GET /a/v1/b', { year: undefined, name: 'a b&c' }).url).toBe(
      '/api/client/a/v1/b?name=a+b%26c',
    )
  })
})

describe('session storage', () => {
  it('a session is stored under the key user with token, userInfo and initPassword', () => {
    beginSession({ token: 'abc', user })
    expect(JSON.parse(localStorage.getItem(sessionStorageKey) ?? '')).toEqual({
      token: 'abc',
      userInfo: user,
      initPassword: false,
    })
    updateSession({ initPassword: true })
    expect(readSession()).toMatchObject({ initPassword: true })
    expect(readSession()).toBe(readSession())
    endSession()
    expect(readSession()).toBeNull()
    updateSession({ initPassword: true })
    expect(readSession()).toBeNull()
  })

  it.each(['nonsense', '{}', '{"token":""}', '{"token":"a"}', '[]', '{"token":1,"userInfo":{"id":"1"}}'])(
    '%s in storage is read as no session',
    (text) => {
      localStorage.setItem(sessionStorageKey, text)
      expect(readSession()).toBeNull()
    },
  )
})

it('a query omits null and undefined, but keeps 0, false and empty text', () => {
  const input = { a: null, b: undefined, c: 0, d: '', e: false }
  expect(buildRequest('/api', 'GET /list', input).url).toBe('/api/list?c=0&d=&e=false')
  expect(buildRequest('/api', 'GET /list', { a: null }).url).toBe('/api/list')
})
