import { afterAll, beforeAll, expect, test } from 'vitest'
import { polyfillBrowser } from './fill.ts'

const owners: [owner: object, names: string[]][] = [
  [Array.prototype, ['at', 'toReversed', 'toSorted']],
  [String.prototype, ['at', 'toWellFormed']],
  [Object, ['hasOwn']],
  [URL, ['parse', 'canParse']],
  [AbortSignal, ['any', 'timeout']],
]
const own = owners.flatMap(([owner, names]) =>
  names.map((name) => ({ owner, name, had: Object.getOwnPropertyDescriptor(owner, name) })),
)

const listens = EventTarget.prototype.addEventListener

/** A browser of 2020 ignores `signal`. */
function listenForEver(
  this: EventTarget,
  ...[type, listener, options]: Parameters<EventTarget['addEventListener']>
): void {
  const { once = false, capture = false } = typeof options === 'object' ? (options ?? {}) : { capture: options }
  listens.call(this, type, listener, { once, capture })
}

beforeAll(() => {
  EventTarget.prototype.addEventListener = listenForEver
  for (const { owner, name } of own) Reflect.deleteProperty(owner, name)
  Object.assign(globalThis, { HTMLDialogElement: class {} })
  polyfillBrowser()
})
afterAll(() => {
  EventTarget.prototype.addEventListener = listens
  for (const { owner, name, had } of own) if (had) Object.defineProperty(owner, name, had)
  Reflect.deleteProperty(globalThis, 'HTMLDialogElement')
})

test('polyfilled lists and texts read from the end, sort and reverse without a change', () => {
  const list = [3, 1, 2]
  expect([list.at(-1), list.at(0), list.at(9), 'abc'.at(-2)]).toEqual([2, 3, undefined, 'b'])
  expect(list.toSorted((a, b) => b - a)).toEqual([3, 2, 1])
  expect(list.toReversed()).toEqual([2, 1, 3])
  expect(list).toEqual([3, 1, 2])
  expect(Object.keys(list)).toEqual(['0', '1', '2'])
})

test('polyfilled toWellFormed replaces lone surrogates and keeps whole characters', () => {
  expect('a\ud83db😀'.toWellFormed()).toBe('a\ufffdb😀')
})

test('polyfilled Object.hasOwn sees only own members', () => {
  expect([Object.hasOwn({ a: undefined }, 'a'), Object.hasOwn({}, 'toString')]).toEqual([true, false])
})

test('polyfilled URL.parse and URL.canParse accept or refuse addresses', () => {
  expect(URL.parse('/b?c', 'https://a.example')?.href).toBe('https://a.example/b?c')
  expect([URL.parse('no'), URL.canParse('no'), URL.canParse('https://a.example')]).toEqual([...[null, false, true]])
})

test('polyfilled AbortSignal.any aborts with any of its signals, now or later', async () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const any = AbortSignal.any([one.signal, other.signal])
  expect(any.aborted).toBe(false)
  other.abort()
  expect(any.aborted).toBe(true)
  expect(AbortSignal.any([one.signal, other.signal]).aborted).toBe(true)
  const late = AbortSignal.timeout(1)
  await new Promise((resolve) => late.addEventListener('abort', resolve))
})

test('a polyfilled listener with an aborted signal gets no more events', () => {
  const page = new EventTarget()
  const stop = new AbortController()
  const told: string[] = []
  const { signal } = stop
  page.addEventListener('leave', () => told.push('bubbling'), { signal })
  page.addEventListener('leave', () => told.push('capturing'), { signal, capture: true })
  page.addEventListener('leave', () => told.push('for ever'))
  page.dispatchEvent(new Event('leave'))
  stop.abort()
  page.addEventListener('leave', () => told.push('too late'), { signal })
  page.dispatchEvent(new Event('leave'))
  expect(told.toSorted()).toEqual(['bubbling', 'capturing', 'for ever', 'for ever'])
})

test('a polyfilled listener without options still gets events', () => {
  const page = new EventTarget()
  const told: unknown[] = []
  for (const options of [undefined, null, false, {}])
    Reflect.apply(page.addEventListener, page, ['leave', () => told.push(options), options])
  page.dispatchEvent(new Event('leave'))
  expect(told).toEqual([undefined, null, false, {}])
})
