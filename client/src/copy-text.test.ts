import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('copying says whether it worked, and throws in no browser', async () => {
  const copied: string[] = []
  const works = { writeText: async (text: string) => void copied.push(text) }
  expect(await copyText('a', works)).toBe(true)
  expect(copied).toEqual(['a'])
  expect(await copyText('b', { writeText: () => Promise.reject(new Error('no')) })).toBe(false)
  // an address without TLS
  vi.stubGlobal('navigator', {})
  expect(await copyText('c')).toBe(false)
})
