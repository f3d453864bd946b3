import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CallFailed, CallOffline, CallRefused } from '../answers.ts'
import { parseBrowserName } from './browser.ts'
import type { ClientReport } from './page-error.ts'
import { PageReporter } from './reporting.ts'
import { routePattern } from './route-pattern.ts'

const sent: Promise<ClientReport>[] = []
let reporting: PageReporter

/** An event target that replaces the window. */
let page: EventTarget
const origin = 'https://portal.example'

beforeEach(() => {
  page = new EventTarget()
  sent.length = 0
  vi.stubGlobal('navigator', {
    onLine: true,
    userAgent: 'Chrome/142.0.0.0',
    sendBeacon: (_: string, body: Blob) => sent.push(read(body)) > 0,
  })
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  reporting = new PageReporter({
    app: () => 'DESKTOP',
    build: 'a1b2',
  })
  reporting.route = () => '/system/orders/:orderNo'
  reporting.listen()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const read = async (body: Blob): Promise<ClientReport> => JSON.parse(await body.text())
const messages = async () =>
  (await Promise.all(sent)).flatMap(({ errors = [] }) => errors.map(({ message }) => message))

function thrown(message: string, stack = `at f (${origin}/assets/a.js:1:2)`): Error {
  const error = new Error(message)
  error.stack = `Error: ${message}\n    ${stack}`
  return error
}
const throwInWindow = (error: unknown, filename = `${origin}/assets/a-D1s2.js`) =>
  page.dispatchEvent(
    Object.assign(new Event('error'), {
      error,
      message: String(error),
      filename,
      lineno: 1,
      colno: 20,
    }),
  )
function reject(reason: unknown): void {
  const event = Object.assign(new Event('unhandledrejection'), { reason })
  page.dispatchEvent(event)
}

it('reports an error with its place and page, without personal data', async () => {
  throwInWindow(thrown('no row for 13800138000 张三 a@b.cn'))
  expect(await Promise.all(sent)).toEqual([
    {
      app: 'DESKTOP',
      route: '/system/orders/:orderNo',
      build: 'a1b2',
      browser: 'Chrome 142',
      errors: [
        {
          ...{ kind: 'ERROR', message: 'Error: no row for … … …' },
          ...{ source: '/assets/a-D1s2.js', line: 1, column: 20 },
          stack: 'Error: no row for … … …\n at f (/assets/a.js:1:2)',
        },
      ],
    },
  ])
})

it('reports rejections, missing chunks and errors that an error page caught', async () => {
  reject(thrown('one'))
  page.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: thrown('two') }))
  reporting.error('RENDER', thrown('three'))
  reject({ name: '张三' })
  const reports = await Promise.all(sent)
  expect(reports.flatMap(({ errors }) => errors?.map(({ kind, message }) => [kind, message]))).toEqual([
    ['REJECTION', 'Error: one'],
    ['CHUNK', 'Error: two'],
    ['RENDER', 'Error: three'],
    ['REJECTION', 'thrown: [object Object]'],
  ])
})

it('reports the same fault once and at most five faults', async () => {
  for (let time = 0; time < 3; time += 1) throwInWindow(thrown('again'))
  for (let time = 0; time < 9; time += 1) throwInWindow(thrown(`fault ${'abcdefghi'[time]}`))
  expect(await messages()).toEqual(['again', 'fault a', 'fault b', 'fault c', 'fault d'].map((one) => `Error: ${one}`))
})

it('reports the key of a refusal and the status of a failed call', async () => {
  reject(new CallRefused({ code: 9, msg: '张三已经报名', data: { key: 'common.notFound' } }))
  reject(new CallFailed(500, '服务器出错'))
  expect(await messages()).toEqual(['CallRefused common.notFound', 'CallFailed 500'])
})

it.each([
  ['another origin’s script', () => throwInWindow('Script error.', '')],
  ['another origin’s file', () => throwInWindow(thrown('x'), 'https://elsewhere.example/a.js')],
  ['an extension', () => throwInWindow(thrown('x', 'at chrome-extension://abc/a.js:1:1'), '')],
  ['a stack that begins elsewhere', () => reject(thrown('x', 'at https://elsewhere.example/a.js:1:1'))],
  ['a cut line', () => reject(new CallOffline(false))],
  ['what was called off', () => reject(Object.assign(new Error('off'), { name: 'AbortError' }))],
  ['the browser’s own', () => throwInWindow('ResizeObserver loop completed with undelivered notifications.')],
])('error reporting sends nothing about %s', async (_, happen) => {
  happen()
  expect(await messages()).toEqual([])
})

it('error reporting is silent offline and never reports its own failures', async () => {
  const failing = vi.fn(() => {
    throw new Error('no beacons here')
  })
  Object.assign(navigator, { sendBeacon: failing })
  throwInWindow(thrown('once'))
  expect(failing).toHaveBeenCalledTimes(1)
  Object.assign(navigator, { onLine: false })
  throwInWindow(thrown('offline'))
  expect(failing).toHaveBeenCalledTimes(1)
})

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome 142',
  ],
  ['… Chrome/142.0.0.0 Safari/537.36 Edg/141.0.1.2', 'Edge 141'],
  ['… Gecko/20100101 Firefox/145.0', 'Firefox 145'],
  ['… Version/18.1 Mobile/15E148 Safari/604.1', 'Safari 18'],
  ['… Chrome/107.0 Mobile Safari/537.36 MicroMessenger/8.0.49.2600(0x1)', 'WeChat 8'],
  ['curl/8', 'Other 0'],
])('reports the browser’s family and version: %s', (userAgent, name) => {
  expect(parseBrowserName(userAgent)).toBe(name)
})

it('reports a page by its route pattern', () => {
  const matches = [{ route: {} }, { route: { path: '/system' } }, { route: { path: '/system/my-courses/:id' } }]
  expect(routePattern(matches)).toBe('/system/my-courses/:id')
  expect(routePattern([{ route: { path: '/' } }, { route: { path: 'b/:c' } }], '/console')).toBe('/console/b/:c')
  expect(routePattern([])).toBe('')
})
