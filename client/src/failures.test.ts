import { shownNotices } from '@ce/ui/notices.ts'
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
// other files are tested in the same process
afterAll(() => {
  stop()
  emitCallEvent({ kind: 'failed', status: 500 })
  expect(shown()).toEqual([])
})

const shown = () => shownNotices().map(({ id: _id, ...notice }) => notice)
const error = (text: string) => ({ kind: 'error', title: '错误', text, closable: false })
const expired = error('身份验证已过期，请重新登录')

it('a server that failed is told of for five seconds, with nothing to close (spec §8)', () => {
  emitCallEvent({ kind: 'failed', status: 500 })
  vi.advanceTimersByTime(4999)
  expect(shown()).toEqual([error('服务器出错，请联系管理员')])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
  expect(over).not.toHaveBeenCalled()
})

it('a fault with a number is told with it, for whoever asks support', () => {
  emitCallEvent({ kind: 'failed', status: 500, requestId: 'k3f9qa-1a' })
  expect(shown()).toEqual([error('服务器出错，请联系管理员（编号 k3f9qa-1a）')])
})

it('who is told to wait hears for how long, not that the server failed', () => {
  const msg = '操作过于频繁，请在 7 秒后再试'
  emitCallEvent({ kind: 'failed', status: 429, msg })
  expect(shown()).toEqual([error(msg)])
  vi.runAllTimers()
  // a proxy's page, not ours
  emitCallEvent({ kind: 'failed', status: 429 })
  expect(shown()).toEqual([error('服务器出错，请联系管理员')])
})

it('a session that is over is told of and ended, once however many calls hear it', () => {
  token = 'one'
  for (const _ of [1, 2]) emitCallEvent({ kind: 'expired', token })
  expect(shown()).toEqual([expired])
  expect(over).toHaveBeenCalledOnce()
})

it('who has no session is told, and nothing ends', () => {
  token = undefined
  emitCallEvent({ kind: 'expired', token })
  expect(shown()).toEqual([expired])
  expect(over).not.toHaveBeenCalled()
})

it('the end of a session that was replaced, an answer and a dead line are none of it', () => {
  token = 'two'
  emitCallEvent({ kind: 'expired', token: 'before' })
  emitCallEvent({ kind: 'answered' })
  emitCallEvent({ kind: 'offline' })
  expect(shown()).toEqual([])
  expect(over).not.toHaveBeenCalled()
})
