import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { beginsPull } from './use-pull.ts'

/** What of an element is looked at: whether it lies in a dialog. */
class Part extends EventTarget {
  readonly inDialog: boolean
  constructor(inDialog: boolean) {
    super()
    this.inDialog = inDialog
  }
  closest(selector: string) {
    return selector === 'dialog' && this.inDialog ? this : null
  }
}

beforeEach(() => {
  vi.stubGlobal('Element', Part)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('a pull begins with one finger at the top of the page, never in a sheet above it', () => {
  const touch = { target: new Part(false), scrolled: 0, fingers: 1 }
  expect(beginsPull(touch)).toBe(true)
  expect(beginsPull({ ...touch, target: new Part(true) })).toBe(false)
  expect(beginsPull({ ...touch, scrolled: 3 })).toBe(false)
  expect(beginsPull({ ...touch, fingers: 2 })).toBe(false)
})
