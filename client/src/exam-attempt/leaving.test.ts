import { afterEach, expect, it, vi } from 'vitest'
import { ExamRoom, examResult } from '../../test/exam-world.ts'
import { storage } from '../../test/storage.ts'
import { beginSession, type SessionUser } from '../session.ts'
import { warnOfLoss, wouldLose } from './leaving.ts'

afterEach(() => vi.unstubAllGlobals())

/** A page with an answer that is not saved, which is left. */
function left(keeps: boolean) {
  vi.stubGlobal('localStorage', storage())
  beginSession({ token: 't', user: { id: 'a', isInitPassword: false } as SessionUser })
  const room = new ExamRoom()
  const page = room.enter()
  room.tell(page, { on: 'answer', questionId: 'q1', options: ['a'] })
  const listeners = new Set<() => void>()
  const attempt = {
    read: () => page.state,
    keeps: () => keeps,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const window = new EventTarget()
  warnOfLoss(attempt, window)
  const tell = (event: Parameters<ExamRoom['tell']>[1]) => {
    room.tell(page, event)
    for (const listener of [...listeners]) listener()
  }
  /** whether the browser asks before it closes the page */
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  return { attempt, asks, tell, room, page, listeners }
}

it('who has left asks before the browser’s page is closed, while only that page has an answer', () => {
  const { attempt, asks, room, page, tell, listeners } = left(false)
  expect(wouldLose(attempt)).toBe(true)
  expect(asks()).toBe(true)
  room.deliver(page, 'lost')
  tell({ on: 'tick' })
  expect(asks()).toBe(true)
  tell({ on: 'submitted', result: examResult() })
  expect(wouldLose(attempt)).toBe(false)
  expect(asks()).toBe(false)
  expect(listeners.size).toBe(0)
})

it('nobody is asked where the device keeps it', () => {
  const { attempt, asks } = left(true)
  expect(wouldLose(attempt)).toBe(false)
  expect(asks()).toBe(false)
})
