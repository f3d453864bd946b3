import { afterAll, expect, it, vi } from 'vitest'
import { emitCallEvent } from './answers.ts'
import { onConnectionChange } from './online.ts'

const window = new EventTarget()
vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
afterAll(() => vi.unstubAllGlobals())

it('a connection change reaches all listeners until they unsubscribe', () => {
  const heard: string[] = []
  const stops = ['banner', 'page'].map((name) => onConnectionChange(() => heard.push(name)))
  window.dispatchEvent(new Event('offline'))
  expect(heard).toEqual(['banner', 'page'])
  window.dispatchEvent(new Event('offline'))
  stops[0]?.()
  window.dispatchEvent(new Event('online'))
  stops[1]?.()
  window.dispatchEvent(new Event('offline'))
  expect(heard).toEqual(['banner', 'page', 'page'])
})

it('server errors are reported until the server answers correctly again', () => {
  const heard = vi.fn()
  const stop = onConnectionChange(heard)
  window.dispatchEvent(new Event('online'))
  heard.mockClear()
  emitCallEvent({ kind: 'failed', status: 404 })
  expect(heard).toHaveBeenCalledTimes(0)
  emitCallEvent({ kind: 'failed', status: 500 })
  emitCallEvent({ kind: 'failed', status: 502 })
  expect(heard).toHaveBeenCalledTimes(1)
  emitCallEvent({ kind: 'answered' })
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
})
