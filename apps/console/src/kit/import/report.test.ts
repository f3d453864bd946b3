import { expect, it } from 'vitest'
import { defaultRowView, importRowViewLabels, importRowViewsOf } from './report.ts'

const none = { CREATE: 0, CHANGED: 0, DOUBT: 0, REFUSE: 0, SAME: 0, WRITTEN: 0 }

it('the default view of an import report shows refused rows, or else doubtful ones', () => {
  const looked = (counts: Partial<typeof none>) => defaultRowView({ state: 'CHECKED', counts: { ...none, ...counts } })
  expect(looked({ CREATE: 5, CHANGED: 2, DOUBT: 1, REFUSE: 1 })).toBe('REFUSE')
  expect(looked({ CREATE: 5, CHANGED: 2, DOUBT: 1 })).toBe('DOUBT')
  expect(looked({ CREATE: 5, CHANGED: 2 })).toBe('CHANGED')
  expect(looked({ CREATE: 5 })).toBe('CREATE')
  expect(looked({ SAME: 5 })).toBe('SAME')
  expect(looked({})).toBe('CREATE')
  expect(defaultRowView({ state: 'DONE', counts: { ...none, WRITTEN: 5 } })).toBe('WRITTEN')
})

it('the report of a stopped import offers the rows that were not written', () => {
  const counts = { ...none, WRITTEN: 3, CREATE: 2 }
  expect(importRowViewsOf({ state: 'DONE', counts }).slice(0, 2)).toEqual(['WRITTEN', 'CREATE'])
  expect(importRowViewLabels('CREATE', 'DONE')).toBe('没有写入')
  expect(importRowViewsOf({ state: 'DONE', counts: { ...counts, CREATE: 0 } })).not.toContain('CREATE')
})
