import { expect, it } from 'vitest'
import { dateWords, isToCome, mayPublish, publishedWords } from './publish-words.ts'

const past = '2019-03-01T02:00:00.000Z'
const toCome = '2999-03-01T02:00:00.000Z'
const draft = { state: 'DRAFT', publishedNo: null, publishAt: null } as const
const shown = { publishedNo: 2, publishAt: past, datedAt: past } as const

it('tells before which date an item will carry', () => {
  expect(dateWords({ ...draft, datedAt: null })).toBe('')
  expect(dateWords({ ...draft, datedAt: past })).toMatch(/2019.*立即发布就用这个日期/)
  expect(dateWords({ ...draft, datedAt: toCome })).toMatch(/2999.*还没有到：到那时读者才看得到/)
  expect(dateWords({ ...shown, state: 'PUBLISHED' })).toMatch(/第 2 稿，发布日期（2019.*）不变/)
  expect(dateWords({ ...shown, state: 'WITHDRAWN' })).toMatch(/保留原来的发布日期（2019/)
  expect(dateWords({ ...shown, state: 'WITHDRAWN', datedAt: toCome })).toMatch(/还没有到/)
  expect(dateWords({ ...shown, state: 'SCHEDULED', publishAt: toCome, datedAt: null })).toBe('')
})

it('tells afterwards whether readers see it, whatever was asked for', () => {
  expect(publishedWords({ state: 'PUBLISHED', publishAt: past }, null)).toMatch(/读者现在可以看到/)
  // an import's own date is to come
  expect(publishedWords({ state: 'SCHEDULED', publishAt: toCome }, null)).toMatch(/^将于 2999/)
  expect(publishedWords(undefined, toCome)).toMatch(/^将于 2999/)
  expect([past, toCome, null].map((datedAt) => isToCome({ datedAt }))).toEqual([false, true, false])
})

it('waits for a time, and for a word about files that would be missing', () => {
  const ready = { when: 'now', time: '', without: true } as const
  expect(mayPublish(ready)).toBe(true)
  expect(mayPublish({ ...ready, when: 'later' })).toBe(false)
  expect(mayPublish({ ...ready, without: false })).toBe(false)
})
