import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestStorage } from '../../test/storage.ts'
import { attemptPageId, forgetAttemptPageId } from './page-number.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', createTestStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('two pages that start an attempt together share one page id', () => {
  const first = attemptPageId('attempt', undefined)
  expect(attemptPageId('attempt', undefined)).toBe(first)
  expect(attemptPageId('attempt', 'left')).toBe('left')
  expect(attemptPageId('attempt', undefined)).toBe('left')
})

it('each attempt has its own page id, and a sign-out removes it', () => {
  const first = attemptPageId('attempt', undefined)
  expect(attemptPageId('next', undefined)).not.toBe(first)
  forgetAttemptPageId('attempt')
  expect(localStorage.getItem('exam:page')).toContain('next')
  forgetAttemptPageId('next')
  expect(localStorage.getItem('exam:page')).toBeNull()
  attemptPageId('next', undefined)
  forgetAttemptPageId()
  expect(localStorage.getItem('exam:page')).toBeNull()
})
