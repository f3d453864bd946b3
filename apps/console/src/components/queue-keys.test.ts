import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { handleQueueKey } from './queue-keys.ts'

class Element {
  what: { tag: string; type: string; editable: boolean }
  constructor(tag = 'div', type = '', editable = false) {
    this.what = { tag, type, editable }
  }
  closest(selector: string) {
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

function press(key: string, change: object = {}): boolean {
  const preventDefault = vi.fn()
  const event = { ...none, target: new Element(), key, preventDefault, ...change }
  handleQueueKey(asEvent(event), { a, r }, { PageDown: next })
  return preventDefault.mock.calls.length > 0
}

const asEvent = (event: object) => event as KeyboardEvent

it('the keys A and R work in either case and are not typed into the field that gets the focus', () => {
  expect([press('a'), press('R'), press('PageDown', { altKey: true })]).toEqual([true, true, true])
  expect([a, r, next].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
  expect(press('x')).toBe(false)
})

const inputs = (...types: string[]) => types.map((type) => new Element('input', type))
const [box, choice] = [new Element('textarea'), new Element('select')]

it('shortcuts work while a checkbox, radio or button has focus', () => {
  for (const target of [...inputs('checkbox', 'radio'), new Element('button')])
    expect(press('a', { target })).toBe(true)
})

it('shortcuts are off while the user types, holds a modifier or answers a dialog', () => {
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
