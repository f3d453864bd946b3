import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('copying reports success or failure and never throws', async () => {
  const copied: string[] = []
  const works = { writeText: async (text: string) => void copied.push(text) }
  expect(await copyText('a', works)).toBe(true)
  expect(copied).toEqual(['a'])
  expect(await copyText('b', { writeText: () => Promise.reject(new Error('no')) })).toBe(false)
  // Browsers offer no clipboard without TLS.
  vi.stubGlobal('navigator', {})
  expect(await copyText('c')).toBe(false)
})
