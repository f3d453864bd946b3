import { newestNoticesQuery } from '@ce/client/first_page.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { renderScreen } from '../../../test/render-screen.tsx'
import { NewestNotices } from './NewestNotices.tsx'

type Page = Awaited<ReturnType<NonNullable<ReturnType<typeof newestNoticesQuery>['queryFn']>>>

const notice: Page['list'][number] = {
  id: 'n1',
  categoryId: 1,
  title: '关于 2026 年度报名的通知',
  summary: '',
  coverUrl: null,
  titleCode: 0,
  source: '',
  author: '',
  publishedAt: '2026-03-01T16:30:00.000Z',
  pinned: false,
  views: 0,
  hasVideo: false,
}

function shown(list: Page['list'] | null): string {
  const client = new QueryClient()
  const { queryKey } = newestNoticesQuery()
  if (list) client.setQueryData(queryKey, { list, total: list.length, page: 1, pageSize: 5 })
  return renderScreen(<NewestNotices />, { client })
}

it('the newest notices show Shanghai dates and link to each notice and to all of them', () => {
  const html = shown([notice])
  expect(html).toMatch(/href="\/detail\/notice\/n1"[^>]*>关于 2026 年度报名的通知<\/a>/)
  expect(html).toContain('>2026-03-02</time>')
  expect(html).not.toContain('置顶')
  expect(shown([{ ...notice, pinned: true }])).toContain('置顶')
  expect(html).toContain('href="/list/notice"')
})

it('the newest notices explain an empty list, but not while they are loading', () => {
  expect(shown([])).toContain('还没有通知')
  expect(shown(null)).not.toContain('还没有通知')
})
