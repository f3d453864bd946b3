import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepFocusNear } from './refocus.ts'

/** As much of an element as is asked for here; focused, it is what the page's `activeElement` is. */
class Part {
  isConnected = true
  tabIndex = 0
  nextElementSibling: Part | null = null
  previousElementSibling: Part | null = null
  row: Part | null
  constructor(row: Part | null = null) {
    this.row = row
  }
  closest = () => this.row
  hasAttribute = () => false
  focus = () => {
    page.activeElement = this
  }
}

const body = new Part()
const content = new Part()
const page = { activeElement: body, body, getElementById: () => content }

/** Those that look at the page for changes. */
const watchers = new Set<() => void>()
class Watcher {
  private readonly changed: () => void
  constructor(changed: () => void) {
    this.changed = changed
  }
  observe = () => watchers.add(this.changed)
  disconnect = () => watchers.delete(this.changed)
}

/** Removes parts of the page, and the focus with them, as a browser does. */
function take(...gone: Part[]): void {
  for (const part of gone) part.isConnected = false
  if (gone.includes(page.activeElement)) page.activeElement = body
  for (const changed of [...watchers]) changed()
}

function rowOfThree() {
  const [before, row, after] = [new Part(), new Part(), new Part()]
  row.previousElementSibling = before
  row.nextElementSibling = after
  return { before, row, after, button: new Part(row) }
}

beforeEach(() => {
  vi.stubGlobal('document', page)
  vi.stubGlobal('HTMLElement', Part)
  vi.stubGlobal('MutationObserver', Watcher)
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw())
})
afterEach(() => {
  watchers.clear()
  vi.unstubAllGlobals()
})

it('the focus of a button that goes stays on its row, goes on to the next one, the one before, or the page', async () => {
  const { before, row, after, button } = rowOfThree()
  const press = async (...gone: Part[]) => {
    button.focus()
    button.isConnected = true
    await keepFocusNear(Promise.resolve().then(() => take(button, ...gone)))
    return page.activeElement
  }
  expect(await press()).toBe(row)
  expect(row.tabIndex).toBe(-1)
  expect(await press(row)).toBe(after)
  expect(await press(row, after)).toBe(before)
  expect(await press(row, after, before)).toBe(content)
})

it('of one that stays, or was refused, it stays; who has it elsewhere by then keeps it', async () => {
  const { button, after } = rowOfThree()
  button.focus()
  await keepFocusNear(Promise.reject(new Error('refused')))
  expect(page.activeElement).toBe(button)
  await keepFocusNear(Promise.resolve().then(() => after.focus()))
  expect(page.activeElement).toBe(after)
  // a browser that focuses no button that is clicked
  page.activeElement = body
  await keepFocusNear()
  expect(page.activeElement).toBe(body)
})

it('a list that is drawn anew long after it was done, or was refused, leaves the focus near, and again', async () => {
  const { row, after, before, button } = rowOfThree()
  button.focus()
  await keepFocusNear(Promise.reject(new Error('stale')))
  expect(page.activeElement).toBe(button)
  take(button)
  expect(page.activeElement).toBe(row)
  take(row)
  expect(page.activeElement).toBe(after)
  take(after, before)
  expect(page.activeElement).toBe(content)
  expect(watchers.size).toBe(0)
})

it('whoever has moved on by then is left alone', async () => {
  const { row, after, button } = rowOfThree()
  button.focus()
  await keepFocusNear()
  after.focus()
  take(button, row)
  expect(page.activeElement).toBe(after)
  // onto nothing, by a click beside everything
  const { button: other } = rowOfThree()
  other.focus()
  await keepFocusNear()
  page.activeElement = body
  take(new Part())
  take(other)
  expect([page.activeElement, watchers.size]).toEqual([body, 0])
})
