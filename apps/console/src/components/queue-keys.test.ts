import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pressed } from './queue-keys.ts'

/** an element of the page by its tag and, of an input, its type; `closest` reads as much of a selector as the page's has */
class Element {
  what: { tag: string; type: string; editable: boolean }
  constructor(tag = 'div', type = '', editable = false) {
    this.what = { tag, type, editable }
  }
  closest(selector: string) {
    // commas outside of :not()
    return selector.split(/, (?![^(]*\))/).some((kind) => this.is(kind)) ? this : null
  }
  is(kind: string): boolean {
    const { tag, type, editable } = this.what
    if (kind === '[contenteditable]') return editable
    const [name, not = ''] = kind.split(':not')
    return name === tag && !not.includes(`[type="${type}"]`)
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

const inputs = (...types: string[]) => types.map((type) => new Element('input', type))
const [box, choice] = [new Element('textarea'), new Element('select')]

it('a box to tick, a choice or a button that has the focus takes no letters', () => {
  for (const target of [...inputs('checkbox', 'radio'), new Element('button')])
    expect(press('a', { target })).toBe(true)
})

it('nothing while somebody types, holds another key down, or is asked something', () => {
  const text = new Element('div', '', true)
  for (const target of [...inputs('text', 'search', 'number', 'password'), text, box, choice])
    expect(press('a', { target })).toBe(false)
  for (const held of ['ctrlKey', 'altKey', 'metaKey', 'isComposing', 'repeat'])
    expect(press('a', { [held]: true })).toBe(false)
  dialogs = [{ checkVisibility: () => true }]
  expect(press('a')).toBe(false)
  dialogs = [{ checkVisibility: () => false }]
  expect(press('a')).toBe(true)
})
