import { expect, it, vi } from 'vitest'
import { CallOffline } from '../answers.ts'
import { makeAttemptCalls } from './send.ts'
import type { AttemptEvent, AttemptState } from './state.ts'

function onADeadLine(failures: number) {
  const limits: (number | undefined)[] = []
  const told: AttemptEvent[] = []
  const hang = vi.fn((_input: unknown, options?: { limitMs?: number }) => {
    limits.push(options?.limitMs)
    return Promise.reject(new CallOffline(true))
  })
  const calls = { save: hang, submit: hang, seal: hang, beat: hang }
  const surroundings = {
    dispatch: (event: AttemptEvent) => void told.push(event),
    read: () => after(failures),
    now: () => 0,
  }
  return { sending: makeAttemptCalls(calls, surroundings), limits, told }
}

function after(failures: number): AttemptState {
  return { failures, sitting: null } as AttemptState
}

it.each([
  [0, [10_000, 20_000, 20_000, 10_000]],
  [1, [20_000, 40_000, 40_000, 10_000]],
  [9, [60_000, 60_000, 60_000, 10_000]],
])('after %i failures a call to save times out and can be repeated', async (failures, expected) => {
  const { sending, limits, told } = onADeadLine(failures)
  await sending.save({ do: 'save', seq: 1, answers: {}, chosen: {} })
  await sending.submit({ do: 'submit', seq: 1, answers: {} })
  await sending.seal({ do: 'seal', seq: 1, answers: {}, beacon: '', afterMs: 0 })
  await sending.beat()
  expect(limits).toEqual(expected)
  expect(told).toEqual([
    { on: 'notSent', failure: { why: 'unsent' }, sentAt: 0 },
    { on: 'notSent', failure: { why: 'unsent' }, sentAt: 0 },
    { on: 'notSent', failure: { why: 'unsent' }, sentAt: 0 },
    { on: 'notBeaten', failure: { why: 'unsent' } },
  ])
})

it('a hanging heartbeat gets a longer limit each time until one succeeds', async () => {
  const { sending, limits } = onADeadLine(0)
  for (let beat = 0; beat < 4; beat += 1) await sending.beat()
  expect(limits).toEqual([10_000, 20_000, 40_000, 60_000])
})
