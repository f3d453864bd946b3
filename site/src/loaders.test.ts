import { RouterContextProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { siteCall } from './data.ts'
import { listPageSize, loadNewestItem } from './loaders.ts'

async function guideOf(items: { id: string; publishedAt: string; pinned: boolean }[]) {
  const answer = vi.fn(async (name: string, { page = 0, id = '' }) => {
    const list = items.slice((page - 1) * listPageSize, page * listPageSize)
    return name.endsWith('posters_list') ? { list } : { id }
  })
  const url = new URL('https://portal.example/guide')
  const context = new RouterContextProvider()
  context.set(siteCall, answer as never)
  const args = { request: new Request(url), url, pattern: '/guide', params: {}, context }
  const { poster } = await loadNewestItem('guide')(args)
  return { shown: poster?.id, lists: answer.mock.calls.length - (poster ? 1 : 0) }
}

const item = (day: number, pinned = false) => ({
  id: `${day}`,
  publishedAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
  pinned,
})
const pinned = (count: number) => Array.from({ length: count }, (_, at) => item(count - at, true))

it('the guide shows its newest item even behind many pinned ones', async () => {
  expect(await guideOf([])).toEqual({ shown: undefined, lists: 1 })
  expect(await guideOf([item(3, true), item(9), item(8)])).toEqual({ shown: '9', lists: 1 })
  const full = pinned(listPageSize)
  expect(await guideOf(full)).toEqual({ shown: `${listPageSize}`, lists: 2 })
  expect(await guideOf([...full, item(90), item(80)])).toEqual({ shown: '90', lists: 2 })
  // All items after the pinned ones are older.
  const others = Array.from({ length: 60 }, (_, at) => item(200 - at))
  expect(await guideOf([...pinned(3), ...others])).toEqual({ shown: '200', lists: 1 })
})
