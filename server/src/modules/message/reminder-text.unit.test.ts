import { expect, it } from 'vitest'
import { reminderText } from './reminder-text.ts'

const plan = { year: 2026, studyEndAt: new Date('2026-12-31T16:00:00Z') }

it.each([
  ['2026-11-30T16:00:00Z', '还有 30 天截止'],
  ['2026-12-01T15:59:59Z', '还有 30 天截止'],
  ['2026-12-24T01:00:00Z', '还有 7 天截止'],
  ['2026-12-30T15:59:59Z', '还有 1 天截止'],
  ['2026-12-30T16:00:00Z', '今天截止'],
  ['2026-12-31T15:59:59.999Z', '今天截止'],
  ['2026-12-31T16:00:00Z', '已截止'],
])('a reminder read at %s says: %s', (now, words) => {
  const { title, body } = reminderText(plan, new Date(now))
  expect(title).toBe(`2026 年度学习${words}`)
  expect(body).toContain('2026-12-31')
})
