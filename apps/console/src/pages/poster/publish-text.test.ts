import { expect, it } from 'vitest'
import { canPublishPoster, hasFuturePosterDate, posterDateText, publicationResultText } from './publish-text.ts'

const past = '2019-03-01T02:00:00.000Z'
const toCome = '2999-03-01T02:00:00.000Z'
const draft = { state: 'DRAFT', publishedNo: null, publishAt: null } as const
const shown = { publishedNo: 2, publishAt: past, datedAt: past } as const

it('the publish dialog shows the publication date that the content item will have', () => {
  expect(posterDateText({ ...draft, datedAt: null })).toBe('')
  expect(posterDateText({ ...draft, datedAt: past })).toMatch(/2019.*立即发布就用这个日期/)
  expect(posterDateText({ ...draft, datedAt: toCome })).toMatch(/2999.*还没有到：到那时读者才看得到/)
  expect(posterDateText({ ...shown, state: 'PUBLISHED' })).toMatch(/第 2 稿，发布日期（2019.*）不变/)
  expect(posterDateText({ ...shown, state: 'WITHDRAWN' })).toMatch(/保留原来的发布日期（2019/)
  expect(posterDateText({ ...shown, state: 'WITHDRAWN', datedAt: toCome })).toMatch(/还没有到/)
  expect(posterDateText({ ...shown, state: 'SCHEDULED', publishAt: toCome, datedAt: null })).toBe('')
})

it('the result of a publication tells whether readers see the item, whatever time was requested', () => {
  expect(publicationResultText({ state: 'PUBLISHED', publishAt: past }, null)).toMatch(/读者现在可以看到/)
  expect(publicationResultText({ state: 'SCHEDULED', publishAt: toCome }, null)).toMatch(/^将于 2999/)
  expect(publicationResultText(undefined, toCome)).toMatch(/^将于 2999/)
  expect([past, toCome, null].map((datedAt) => hasFuturePosterDate({ datedAt }))).toEqual([false, true, false])
})

it('a content item cannot be published later without a time, nor with missing files without the user’s consent', () => {
  const ready = { when: 'now', time: '', without: true } as const
  expect(canPublishPoster(ready)).toBe(true)
  expect(canPublishPoster({ ...ready, when: 'later' })).toBe(false)
  expect(canPublishPoster({ ...ready, without: false })).toBe(false)
})
