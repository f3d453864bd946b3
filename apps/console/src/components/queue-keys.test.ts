import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pressed } from './queue-keys.ts'

/** an element of the page, by what it is */
class Element {
  selector: string
  constructor(selector = 'div') {
    this.selector = selector
  }
  closest(asked: string) {
    return asked.includes(this.selector) ? this : null
  }
}

let dialogs: { checkVisibility: () => boolean }[] = []
beforeEach(() => {
  vi.stubGlobal('Element', Element)
  vi.stubGlobal('document', { querySelectorAll: () => dialogs })
})
afterEach(() => {
  vi.unstubAllGlobals()
  dialogs = []
})

const [a, r, next] = [vi.fn(), vi.fn(), vi.fn()]
const none = { ctrlKey: false, altKey: false, metaKey: false, isComposing: false, repeat: false }

/** Whether the key is taken from the page. */
function press(key: string, change: object = {}): boolean {
  const preventDefault = vi.fn()
  const event = { ...none, target: new Element(), key, preventDefault, ...change }
  pressed(asEvent(event), { a, r }, { PageDown: next })
  return preventDefault.mock.calls.length > 0
}

/** A stand-in has all that is read of a key event. */
const asEvent = (event: object) => event as KeyboardEvent

it('A and R answer, in either case, and are not typed into the field they lead to', () => {
  expect([press('a'), press('R'), press('PageDown', { altKey: true })]).toEqual([true, true, true])
  expect([a, r, next].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
  expect(press('x')).toBe(false)
})

it('nothing while somebody types, holds another key down, or is asked something', () => {
  for (const target of ['textarea', 'select'])
    expect(press('a', { target: new Element(target) })).toBe(false)
  for (const held of ['ctrlKey', 'altKey', 'metaKey', 'isComposing', 'repeat'])
    expect(press('a', { [held]: true })).toBe(false)
  dialogs = [{ checkVisibility: () => true }]
  expect(press('a')).toBe(false)
  dialogs = [{ checkVisibility: () => false }]
  expect(press('a')).toBe(true)
})
