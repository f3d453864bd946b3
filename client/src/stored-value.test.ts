import { afterAll, expect, it, vi } from 'vitest'
import { createStoredValue } from './stored-value.ts'

const window = new EventTarget()
const kept = new Map<string, string>()
vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
vi.stubGlobal('localStorage', { getItem: (key: string) => kept.get(key) ?? null })
afterAll(() => vi.unstubAllGlobals())

const happens = (type: string, facts: object) => window.dispatchEvent(Object.assign(new Event(type), facts))

it('a stored value reports changes of another tab and changes that a sleeping page missed', () => {
  const name = createStoredValue('name', (text) => text)
  const heard: unknown[] = []
  const stop = name.subscribe(({ elsewhere }) => heard.push([name.get(), elsewhere]))
  kept.set('name', '陈')
  happens('storage', { key: 'other' })
  happens('pageshow', { persisted: false })
  expect(heard).toEqual([])
  happens('storage', { key: 'name' })
  kept.set('name', '周')
  happens('pageshow', { persisted: true })
  expect(heard).toEqual([
    ['陈', true],
    ['周', true],
  ])
  stop()
  happens('pageshow', { persisted: true })
  expect(heard).toHaveLength(2)
})
