import type { ChannelCheck } from '@ce/client/staff/finance.ts'
import { expect, it } from 'vitest'
import { checkSteps } from './channel-words.ts'

const fine: ChannelCheck = {
  at: '2026-11-22T02:00:00.000Z',
  checkedBy: 'system',
  ok: true,
  answer: 'ANSWERED',
  code: 'ORDER_NOT_EXIST',
  signature: 'VERIFIED',
  skewSeconds: 0,
  clockOff: false,
  keyState: 'VALID',
  keys: [],
}

const labels = (change: object) => checkSteps({ ...fine, ...change }).map(({ label }) => label)

it('says of a channel that passes what was looked at', () => {
  expect(labels({})).toEqual(['正常', '验证通过', '与渠道一致', '有效'])
  expect(checkSteps(fine).every(({ kind, advice }) => kind === 'done' && advice === null)).toBe(
    true,
  )
})

it('says what is wrong, and what to do about each', () => {
  expect(labels({ skewSeconds: -400, clockOff: true })[2]).toBe('平台时钟比渠道慢 400 秒')
  expect(labels({ answer: 'REFUSED', code: 'SIGN_ERROR' })[0]).toBe(
    '渠道拒绝了平台的请求（SIGN_ERROR）',
  )
  const unreachable = {
    answer: 'UNREACHABLE',
    signature: null,
    skewSeconds: null,
    keyState: 'EXPIRED',
  } as const
  const steps = checkSteps({ ...fine, ...unreachable })
  expect(steps.map(({ kind }) => kind)).toEqual(['error', 'warning', 'warning', 'error'])
  expect(steps.every(({ advice }) => advice?.endsWith('。'))).toBe(true)
})
