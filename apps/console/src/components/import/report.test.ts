import { expect, it } from 'vitest'
import { firstShow, offeredShows, showWords } from './report.ts'

const none = { CREATE: 0, CHANGED: 0, DOUBT: 0, REFUSE: 0, SAME: 0, WRITTEN: 0 }

it('shows first what hinders, then what should be looked at', () => {
  const looked = (counts: Partial<typeof none>) =>
    firstShow({ state: 'CHECKED', counts: { ...none, ...counts } })
  expect(looked({ CREATE: 5, CHANGED: 2, DOUBT: 1, REFUSE: 1 })).toBe('REFUSE')
  expect(looked({ CREATE: 5, CHANGED: 2, DOUBT: 1 })).toBe('DOUBT')
  expect(looked({ CREATE: 5, CHANGED: 2 })).toBe('CHANGED')
  expect(looked({ CREATE: 5 })).toBe('CREATE')
  expect(looked({ SAME: 5 })).toBe('SAME')
  expect(looked({})).toBe('CREATE')
  expect(firstShow({ state: 'DONE', counts: { ...none, WRITTEN: 5 } })).toBe('WRITTEN')
})

it('offers what was not written where an import was stopped', () => {
  const counts = { ...none, WRITTEN: 3, CREATE: 2 }
  expect(offeredShows({ state: 'DONE', counts }).slice(0, 2)).toEqual(['WRITTEN', 'CREATE'])
  expect(showWords('CREATE', 'DONE')).toBe('没有写入')
  expect(offeredShows({ state: 'DONE', counts: { ...counts, CREATE: 0 } })).not.toContain('CREATE')
})
