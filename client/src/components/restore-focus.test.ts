import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { restoreFocusNear } from './restore-focus.ts'

/** A fake element that can become the page's `activeElement`. */
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

/** Stands for the mutation observers of the page. */
const watchers = new Set<() => void>()
class Watcher {
  private readonly changed: () => void
  constructor(changed: () => void) {
    this.changed = changed
  }
  observe = () => watchers.add(this.changed)
  disconnect = () => watchers.delete(this.changed)
}

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

it('focus of a removed button moves to its row, a neighbour row or the page', async () => {
  const { before, row, after, button } = rowOfThree()
  const press = async (...gone: Part[]) => {
    button.focus()
    button.isConnected = true
    await restoreFocusNear(Promise.resolve().then(() => take(button, ...gone)))
    return page.activeElement
  }
  expect(await press()).toBe(row)
  expect(row.tabIndex).toBe(-1)
  expect(await press(row)).toBe(after)
  expect(await press(row, after)).toBe(before)
  expect(await press(row, after, before)).toBe(content)
})

it('focus stays on a used button that remains, and on an element focused meanwhile', async () => {
  const { button, after } = rowOfThree()
  button.focus()
  await restoreFocusNear(Promise.reject(new Error('refused')))
  expect(page.activeElement).toBe(button)
  await restoreFocusNear(Promise.resolve().then(() => after.focus()))
  expect(page.activeElement).toBe(after)
  // Some browsers do not focus a clicked button.
  page.activeElement = body
  await restoreFocusNear()
  expect(page.activeElement).toBe(body)
})

it('focus stays near the removed button when the list renders again late and repeatedly', async () => {
  const { row, after, before, button } = rowOfThree()
  button.focus()
  await restoreFocusNear(Promise.reject(new Error('stale')))
  expect(page.activeElement).toBe(button)
  take(button)
  expect(page.activeElement).toBe(row)
  take(row)
  expect(page.activeElement).toBe(after)
  take(after, before)
  expect(page.activeElement).toBe(content)
  expect(watchers.size).toBe(0)
})

it('focus does not move after the user has focused something else', async () => {
  const { row, after, button } = rowOfThree()
  button.focus()
  await restoreFocusNear()
  after.focus()
  take(button, row)
  expect(page.activeElement).toBe(after)
  // A click beside all controls focuses nothing.
  const { button: other } = rowOfThree()
  other.focus()
  await restoreFocusNear()
  page.activeElement = body
  take(new Part())
  take(other)
  expect([page.activeElement, watchers.size]).toEqual([body, 0])
})
