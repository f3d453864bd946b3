import { expect, test } from 'vitest'
import { isToCome, stateOf } from './text-states.ts'

const now = Date.UTC(2026, 10, 24, 4)
const texts = [
  { state: 'PROPOSED', effectiveFrom: '2026-12-20' },
  { state: 'REFUSED', effectiveFrom: '2026-12-01' },
  { state: 'WITHDRAWN', effectiveFrom: '2026-11-30' },
  { state: 'APPROVED', effectiveFrom: '2026-11-25' },
  { state: 'APPROVED', effectiveFrom: '2026-11-24' },
  { state: 'APPROVED', effectiveFrom: '2026-01-01' },
] as const

test('one approved version is in force: the newest whose day has come', () => {
  expect(texts.map((text) => stateOf(text, texts, now).label)).toEqual([
    ...['待审核', '已驳回', '已撤回', '即将生效', '现行版本', '历史版本'],
  ])
  expect(texts.map((text) => isToCome(text, now))).toEqual([
    false,
    false,
    false,
    true,
    false,
    false,
  ])
})
