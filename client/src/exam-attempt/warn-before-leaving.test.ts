import { afterEach, expect, it, vi } from 'vitest'
import { ExamSimulation, makeExamResult } from '../../test/exam-world.ts'
import { createTestStorage } from '../../test/storage.ts'
import { beginSession, type SessionUser } from '../session.ts'
import { hasUnsavedAnswers, warnBeforeUnload } from './warn-before-leaving.ts'

afterEach(() => vi.unstubAllGlobals())

function left(keeps: boolean) {
  vi.stubGlobal('localStorage', createTestStorage())
  beginSession({ token: 't', user: { id: 'a', isInitPassword: false } as SessionUser })
  const room = new ExamSimulation()
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
  warnBeforeUnload(attempt, window)
  const tell = (event: Parameters<ExamSimulation['tell']>[1]) => {
    room.tell(page, event)
    for (const listener of [...listeners]) listener()
  }
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  return { attempt, asks, tell, room, page, listeners }
}

it('closing a page asks the student first while only that page holds an answer', () => {
  const { attempt, asks, room, page, tell, listeners } = left(false)
  expect(hasUnsavedAnswers(attempt)).toBe(true)
  expect(asks()).toBe(true)
  room.deliver(page, 'lost')
  tell({ on: 'tick' })
  expect(asks()).toBe(true)
  tell({ on: 'submitted', result: makeExamResult() })
  expect(hasUnsavedAnswers(attempt)).toBe(false)
  expect(asks()).toBe(false)
  expect(listeners.size).toBe(0)
})

it('closing a page does not ask the student when the device stores the answer', () => {
  const { attempt, asks } = left(true)
  expect(hasUnsavedAnswers(attempt)).toBe(false)
  expect(asks()).toBe(false)
})
