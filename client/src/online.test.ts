import { afterAll, expect, it, vi } from 'vitest'
import { emitCallEvent } from './answers.ts'
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

it('tells of a server that answers with errors, until it answers as it should', () => {
  const heard = vi.fn()
  const stop = subscribe(heard)
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
