import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storage } from '../../test/storage.ts'
import { forgetPageNumber, pageNumber } from './page-number.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('two pages of an attempt that begin in the same moment are one browser, what was left here counts before', () => {
  const first = pageNumber('attempt', undefined)
  expect(pageNumber('attempt', undefined)).toBe(first)
  expect(pageNumber('attempt', 'left')).toBe('left')
  expect(pageNumber('attempt', undefined)).toBe('left')
})

it('another attempt has another, and nothing stays of one that was signed out of', () => {
  const first = pageNumber('attempt', undefined)
  expect(pageNumber('next', undefined)).not.toBe(first)
  forgetPageNumber('attempt')
  expect(localStorage.getItem('exam:page')).toContain('next')
  forgetPageNumber('next')
  expect(localStorage.getItem('exam:page')).toBeNull()
  pageNumber('next', undefined)
  forgetPageNumber()
  expect(localStorage.getItem('exam:page')).toBeNull()
})
