import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { lookAgain } from './look-again.ts'

it('asks anew for what a page lacks, and when it lacks nothing only for the site’s own name', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: string[] = []
  let answers = false
  const shown = (name: string, works: () => boolean) => {
    const observer = new QueryObserver(client, {
      queryKey: [name],
      queryFn: () => {
        asked.push(name)
        return works() ? Promise.resolve(name) : Promise.reject(new Error('no answer'))
      },
    })
    observer.subscribe(() => {})
    return observer
  }
  const orders = shown('GET /order/v1/my_order', () => answers)
  const site = shown('GET /first_page/v1/site_info', () => true)
  await Promise.all([orders.refetch(), site.refetch()])
  asked.length = 0

  lookAgain(client)
  expect(asked).toEqual(['GET /order/v1/my_order'])
  await orders.refetch()
  answers = true
  asked.length = 0
  lookAgain(client)
  await orders.refetch()
  expect(orders.getCurrentResult().data).toBe('GET /order/v1/my_order')

  asked.length = 0
  lookAgain(client)
  expect(asked).toEqual(['GET /first_page/v1/site_info'])
  client.clear()
})
