import { readCallResponse } from '@ce/client/answers.ts'
import { beginSession, endSession, readSession } from '@ce/client/session.ts'
import { readShownNotices } from '@ce/ui/notices.ts'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestStorage } from '../../../../client/test/storage.ts'
import { watchStudentCalls } from './watch-call-failures.ts'

const reload = vi.fn()
vi.stubGlobal('localStorage', createTestStorage())
vi.stubGlobal('location', { reload })
const stop = watchStudentCalls()

const user = { name: '张三', avatarUrl: null, phoneMasked: '138****1234', titleCode: 0 }
const signIn = (token: string) => beginSession({ token, user: { ...user, id: 'student', isInitPassword: true } })

const refused = (token: string | undefined) => {
  const text = JSON.stringify({ code: 1001, msg: '请重新登录', data: null })
  expect(() => readCallResponse({ status: 401, text, retryAfter: null }, { token })).toThrow()
}

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockReset()
})
afterEach(() => vi.useRealTimers())
afterAll(() => {
  stop()
  endSession()
  vi.unstubAllGlobals()
})

it('a 401 response ends the session and reloads the page once after 2000 ms', () => {
  signIn('one')
  for (const _ of [1, 2, 3]) refused('one')
  expect(readSession()).toBeNull()
  expect(readShownNotices().map(({ text }) => text)).toEqual(['身份验证已过期，请重新登录'])
  vi.advanceTimersByTime(1999)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledOnce()
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledOnce()
})

it('a 401 response without a token shows a message and does not reload the page', () => {
  refused(undefined)
  vi.runAllTimers()
  expect(reload).not.toHaveBeenCalled()
})

it('a 401 response to a request of a replaced session does not end the new session', () => {
  signIn('two')
  refused('before')
  vi.runAllTimers()
  expect(readSession()?.token).toBe('two')
  expect(reload).not.toHaveBeenCalled()
})
