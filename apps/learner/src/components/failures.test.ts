import { readAnswer } from '@ce/client/answers.ts'
import { beginSession, endSession, readSession } from '@ce/client/session.ts'
import { shownNotices } from '@ce/ui/notices.ts'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { storage } from '../../../../client/test/storage.ts'
import { watchStudentCalls } from './failures.ts'

const reload = vi.fn()
vi.stubGlobal('localStorage', storage())
vi.stubGlobal('location', { reload })
const stop = watchStudentCalls()

const user = { name: '张三', avatarUrl: null, phoneMasked: '138****1234', titleCode: 0 }
const signIn = (token: string) =>
  beginSession({ token, user: { ...user, id: 'student', isInitPassword: true } })

/** The server's 401 to a call with this token. */
const refused = (token: string | undefined) => {
  const text = JSON.stringify({ code: 1001, msg: '请重新登录', data: null })
  expect(() => readAnswer({ status: 401, text, retryAfter: null }, { token })).toThrow()
}

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockReset()
})
afterEach(() => vi.useRealTimers())
// other files are tested in the same process
afterAll(() => {
  stop()
  endSession()
  vi.unstubAllGlobals()
})

it('a 401 ends the session at once, and the page is loaded anew after 2000 ms, once (spec §4, §9)', () => {
  signIn('one')
  for (const _ of [1, 2, 3]) refused('one')
  expect(readSession()).toBeNull()
  expect(shownNotices().map(({ text }) => text)).toEqual(['身份验证已过期，请重新登录'])
  vi.advanceTimersByTime(1999)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(reload).toHaveBeenCalledOnce()
  vi.runAllTimers()
  expect(reload).toHaveBeenCalledOnce()
})

it('without a token it is told, and nothing is loaded anew', () => {
  refused(undefined)
  vi.runAllTimers()
  expect(reload).not.toHaveBeenCalled()
})

it('a 401 to a session that was replaced ends nothing', () => {
  signIn('two')
  refused('before')
  vi.runAllTimers()
  expect(readSession()?.token).toBe('two')
  expect(reload).not.toHaveBeenCalled()
})
