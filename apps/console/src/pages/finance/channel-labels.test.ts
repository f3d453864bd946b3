import type { FinanceChannelCheck } from '@ce/client/staff/finance.ts'
import { expect, it } from 'vitest'
import { channelCheckSteps } from './channel-labels.ts'

const fine: FinanceChannelCheck = {
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

const labels = (change: object) => channelCheckSteps({ ...fine, ...change }).map(({ label }) => label)

it('a successful channel check lists what was checked', () => {
  expect(labels({})).toEqual(['正常', '验证通过', '与渠道一致', '有效'])
  expect(channelCheckSteps(fine).every(({ kind, advice }) => kind === 'done' && advice === null)).toBe(true)
})

it('a failed channel check gives advice for each problem', () => {
  expect(labels({ skewSeconds: -400, clockOff: true })[2]).toBe('平台时钟比渠道慢 400 秒')
  expect(labels({ answer: 'REFUSED', code: 'SIGN_ERROR' })[0]).toBe('渠道拒绝了平台的请求（SIGN_ERROR）')
  const unreachable = {
    answer: 'UNREACHABLE',
    signature: null,
    skewSeconds: null,
    keyState: 'EXPIRED',
  } as const
  const steps = channelCheckSteps({ ...fine, ...unreachable })
  expect(steps.map(({ kind }) => kind)).toEqual(['error', 'warning', 'warning', 'error'])
  expect(steps.every(({ advice }) => advice?.endsWith('。'))).toBe(true)
})
