import { categoryByName } from '@ce/contract/categories'
import { expect, test } from 'vitest'
import { readSiteQuery, writeSiteQuery } from './read-query.ts'

test.each(['-1', '0', '1.5', 'x', '', '1e9', 'Infinity', '0x'])(
  'page=%s in an address means the first page',
  (page) => {
    expect(readSiteQuery(`/list/notice?page=${page}`).page).toBe(1)
  },
)

test('a search keyword is reduced to one short line of text', () => {
  const keyword = (text: string) => readSiteQuery(`/search?keyword=${text}`).keyword
  expect(keyword('%20%E8%8D%AF%20%E5%B8%88%20')).toBe('药 师')
  expect(keyword('a%00%0Ab')).toBe('a b')
  expect(keyword('%ED%A0%80%FF')).toBe('')
  expect(keyword('x'.repeat(1000))).toHaveLength(200)
  expect(keyword(`${'x'.repeat(199)}%F0%A0%AE%B7`).isWellFormed()).toBe(true)
})

test('a list query written to an address is read back the same, without empty values', () => {
  const category = categoryByName('law') ?? null
  expect(writeSiteQuery({ page: 1, keyword: '' })).toBe('')
  const courses = { year: 2026, subject: 'PUBLIC' } as const
  const query = { page: 3, keyword: '药品&a=b', category, ...courses }
  expect(readSiteQuery(`/search${writeSiteQuery(query)}`)).toEqual({ ...query, problem: null })
  expect(readSiteQuery('/search?category=constructor').category).toBeNull()
  for (const year of ['26', '20261', '1e3', '-001', '0000'])
    expect(readSiteQuery(`/courses?year=${year}&subject=x`)).toMatchObject({
      year: null,
      subject: null,
    })
})

test('a search keyword that is too long is not shortened', () => {
  const problem = (length: number) => readSiteQuery(`/search?keyword=${'x'.repeat(length)}`).problem
  expect([problem(50), problem(51)]).toEqual([null, '关键词不能超过 50 个字'])
})
