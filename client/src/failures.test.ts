import { readShownNotices } from '@ce/ui/notices.ts'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emitCallEvent } from './answers.ts'
import { watchCalls } from './failures.ts'

let token: string | undefined
const over = vi.fn()
const stop = watchCalls({ token: () => token, over })

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
  over.mockReset()
})
afterAll(() => {
  stop()
  emitCallEvent({ kind: 'failed', status: 500 })
  expect(shown()).toEqual([])
})

const shown = () => readShownNotices().map(({ id: _id, ...notice }) => notice)
const error = (text: string) => ({ kind: 'error', title: '错误', text, closable: false })
const expired = error('身份验证已过期，请重新登录')

it('a server error shows a notice for five seconds without a close button', () => {
  emitCallEvent({ kind: 'failed', status: 500 })
  vi.advanceTimersByTime(4999)
  expect(shown()).toEqual([error('服务器出错，请联系管理员')])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
  expect(over).not.toHaveBeenCalled()
})

it('a server error shows its request number for support', () => {
  emitCallEvent({ kind: 'failed', status: 500, requestId: 'k3f9qa-1a' })
  expect(shown()).toEqual([error('服务器出错，请联系管理员（编号 k3f9qa-1a）')])
})

it('a rate limit says how long to wait instead of reporting an error', () => {
  const msg = '操作过于频繁，请在 7 秒后再试'
  emitCallEvent({ kind: 'failed', status: 429, msg })
  expect(shown()).toEqual([error(msg)])
  vi.runAllTimers()
  emitCallEvent({ kind: 'failed', status: 429 })
  expect(shown()).toEqual([error('服务器出错，请联系管理员')])
})

it('several calls of an expired session show one notice and end the session once', () => {
  token = 'one'
  for (const _ of [1, 2]) emitCallEvent({ kind: 'expired', token })
  expect(shown()).toEqual([expired])
  expect(over).toHaveBeenCalledOnce()
})

it('a 401 response without a session shows a notice but ends no session', () => {
  token = undefined
  emitCallEvent({ kind: 'expired', token })
  expect(shown()).toEqual([expired])
  expect(over).not.toHaveBeenCalled()
})

it('responses to a replaced session, successes and lost networks end no session', () => {
  token = 'two'
  emitCallEvent({ kind: 'expired', token: 'before' })
  emitCallEvent({ kind: 'answered' })
  emitCallEvent({ kind: 'offline' })
  expect(shown()).toEqual([])
  expect(over).not.toHaveBeenCalled()
})
