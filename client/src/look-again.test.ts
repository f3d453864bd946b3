import { QueryObserver } from '@tanstack/react-query'
import { afterAll, expect, it, vi } from 'vitest'
import { refetchAfterRecovery } from './look-again.ts'
import { createQueryClient, read } from './query.ts'

afterAll(() => vi.unstubAllGlobals())

it('a recovered server reloads missing data and the site name', async () => {
  const asked: string[] = []
  let status = 502
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ code: 1, msg: '', data: { title: url } }, { status })
  })
  const client = createQueryClient()
  const site = '/api/client/first_page/v1/site_info'

  refetchAfterRecovery(client)
  expect(asked).toEqual([site])

  const observer = new QueryObserver(client, read('GET /message/v1/unread', {}))
  observer.subscribe(() => {})
  await vi.waitUntil(() => observer.getCurrentResult().isError)
  asked.length = 0
  status = 200
  refetchAfterRecovery(client)
  expect(asked).toEqual(['/api/client/message/v1/unread', site])
  await vi.waitUntil(() => observer.getCurrentResult().isSuccess)

  await vi.waitUntil(() => client.isFetching() === 0)
  asked.length = 0
  refetchAfterRecovery(client)
  expect(asked).toEqual([site])
  await vi.waitUntil(() => client.isFetching() === 0)
  client.clear()
})
