import { afterAll, expect, it, vi } from 'vitest'
import { subscribe } from './online.ts'

/** what a browser's window is, and Node's global object is not */
const window = new EventTarget()
vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
afterAll(() => vi.unstubAllGlobals())

it('tells everyone who listens, and nobody after they have stopped', () => {
  const heard: string[] = []
  const stops = ['banner', 'page'].map((name) => subscribe(() => heard.push(name)))
  window.dispatchEvent(new Event('offline'))
  expect(heard).toEqual(['banner', 'page'])
  window.dispatchEvent(new Event('offline'))
  stops[0]?.()
  window.dispatchEvent(new Event('online'))
  stops[1]?.()
  window.dispatchEvent(new Event('offline'))
  expect(heard).toEqual(['banner', 'page', 'page'])
})
