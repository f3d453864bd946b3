import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isPullStart } from './use-pull-to-refresh.ts'

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

it('a pull to refresh starts with one finger at the top of the page, outside dialogs', () => {
  const touch = { target: new Part(false), scrolled: 0, fingers: 1 }
  expect(isPullStart(touch)).toBe(true)
  expect(isPullStart({ ...touch, target: new Part(true) })).toBe(false)
  expect(isPullStart({ ...touch, scrolled: 3 })).toBe(false)
  expect(isPullStart({ ...touch, fingers: 2 })).toBe(false)
})
