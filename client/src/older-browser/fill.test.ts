import { afterAll, beforeAll, expect, test } from 'vitest'
import { fill } from './fill.ts'

/** What a browser of 2020 lacks and Node has: taken away, filled, and given back. */
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

/** As a browser of 2020 listens: it has no word `signal`. */
function listenForEver(
  this: EventTarget,
  ...[type, listener, options]: Parameters<EventTarget['addEventListener']>
): void {
  const { once = false, capture = false } =
    typeof options === 'object' ? (options ?? {}) : { capture: options }
  listens.call(this, type, listener, { once, capture })
}

// in one go: the runner itself reads some of them
beforeAll(() => {
  EventTarget.prototype.addEventListener = listenForEver
  for (const { owner, name } of own) Reflect.deleteProperty(owner, name)
  Object.assign(globalThis, { HTMLDialogElement: class {} })
  fill()
})
afterAll(() => {
  EventTarget.prototype.addEventListener = listens
  for (const { owner, name, had } of own) if (had) Object.defineProperty(owner, name, had)
  Reflect.deleteProperty(globalThis, 'HTMLDialogElement')
})

test('lists and words are read from their end, sorted and turned without being changed', () => {
  const list = [3, 1, 2]
  expect([list.at(-1), list.at(0), list.at(9), 'abc'.at(-2)]).toEqual([2, 3, undefined, 'b'])
  expect(list.toSorted((a, b) => b - a)).toEqual([3, 2, 1])
  expect(list.toReversed()).toEqual([2, 1, 3])
  expect(list).toEqual([3, 1, 2])
  expect(Object.keys(list)).toEqual(['0', '1', '2'])
})

test('half a letter is replaced, a whole one stays', () => {
  expect('a\ud83db😀'.toWellFormed()).toBe('a\ufffdb😀')
})

test('what an object has of its own', () => {
  expect([Object.hasOwn({ a: undefined }, 'a'), Object.hasOwn({}, 'toString')]).toEqual([
    true,
    false,
  ])
})

test('addresses are read or refused', () => {
  expect(URL.parse('/b?c', 'https://a.example')?.href).toBe('https://a.example/b?c')
  expect([URL.parse('no'), URL.canParse('no'), URL.canParse('https://a.example')]).toEqual([
    ...[null, false, true],
  ])
})

test('a signal of several is aborted by any of them, now or later', async () => {
  const [one, other] = [new AbortController(), new AbortController()]
  const any = AbortSignal.any([one.signal, other.signal])
  expect(any.aborted).toBe(false)
  other.abort()
  expect(any.aborted).toBe(true)
  expect(AbortSignal.any([one.signal, other.signal]).aborted).toBe(true)
  const late = AbortSignal.timeout(1)
  await new Promise((resolve) => late.addEventListener('abort', resolve))
})

test('what listens until a signal is aborted is then told nothing more', () => {
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

test('what listens without options, in whatever way it says so, is told', () => {
  const page = new EventTarget()
  const told: unknown[] = []
  for (const options of [undefined, null, false, {}])
    Reflect.apply(page.addEventListener, page, ['leave', () => told.push(options), options])
  page.dispatchEvent(new Event('leave'))
  expect(told).toEqual([undefined, null, false, {}])
})
