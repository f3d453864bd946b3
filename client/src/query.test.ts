import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { createQueryClient, forgetPersonalQueries } from './query.ts'

it('personal data that a page still shows are not asked for again, and go with the page', async () => {
  const client = createQueryClient()
  const ask = vi.fn(async () => 'somebody')
  const profile = { queryKey: ['GET /student/v1/profile', {}], queryFn: ask }
  const observer = new QueryObserver(client, profile)
  const leave = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data).toBe('somebody')
  client.setQueryData(['GET /order/v1/my_order', {}], 'an order')
  client.setQueryData(['GET /first_page/v1/site_info', {}], 'the site')
  const known = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ queryKey: [name] }) => name)

  forgetPersonalQueries(client)
  // What React does when it renders the page once more.
  observer.setOptions(profile)
  expect(known()).toEqual(['GET /student/v1/profile', 'GET /first_page/v1/site_info'])
  leave()
  expect(known()).toEqual(['GET /first_page/v1/site_info'])
  expect(ask).toHaveBeenCalledTimes(1)
})
