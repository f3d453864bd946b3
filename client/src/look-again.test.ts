import { QueryObserver } from '@tanstack/react-query'
import { afterAll, expect, it, vi } from 'vitest'
import { lookAgain } from './look-again.ts'
import { makeQueryClient, read } from './query.ts'

afterAll(() => vi.unstubAllGlobals())

it('asks anew for what a page lacks, and whatever the page shows for the site’s own name', async () => {
  const asked: string[] = []
  let status = 502
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json({ code: 1, msg: '', data: { title: url } }, { status })
  })
  const client = makeQueryClient()
  const site = '/api/client/first_page/v1/site_info'

  lookAgain(client)
  expect(asked).toEqual([site])

  const observer = new QueryObserver(client, read('GET /message/v1/unread', {}))
  observer.subscribe(() => {})
  await vi.waitUntil(() => observer.getCurrentResult().isError)
  asked.length = 0
  status = 200
  lookAgain(client)
  expect(asked).toEqual(['/api/client/message/v1/unread', site])
  await vi.waitUntil(() => observer.getCurrentResult().isSuccess)

  // what is shown and fresh is left alone; the name is asked for again, however fresh it is
  await vi.waitUntil(() => client.isFetching() === 0)
  asked.length = 0
  lookAgain(client)
  expect(asked).toEqual([site])
  await vi.waitUntil(() => client.isFetching() === 0)
  client.clear()
})
