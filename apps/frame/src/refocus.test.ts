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

/** Removes parts of the page, and the focus with them, as a browser does. */
function take(button: Part, ...more: Part[]): void {
  for (const part of [button, ...more]) part.isConnected = false
  if (page.activeElement === button) page.activeElement = body
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
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => draw())
})
afterEach(() => vi.unstubAllGlobals())

it('the focus of a button that goes stays on its row, goes on to the next one, the one before, or the page', async () => {
  const { before, row, after, button } = rowOfThree()
  const press = async (...gone: Part[]) => {
    button.focus()
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
