import type { RefusalKey } from '@ce/contract'
import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { CallFailed, CallRefused } from './answers.ts'
import { callQueries } from './call-queries.ts'
import type { CallFunction } from './make-call.ts'

type Calls = Record<'GET /rows' | 'POST /row', { request: object; response: unknown }>

/** @returns how often the rows are fetched after one write */
async function readsAfter(outcome: () => unknown, edited = false): Promise<number> {
  const rows = vi.fn(() => 'rows')
  const call: CallFunction<Calls> = async (name) => (name === 'GET /rows' ? rows() : outcome())
  const { read, readToEdit, useWrite } = callQueries<Calls, readonly []>(call, [])
  const query = (edited ? readToEdit : read)('GET /rows', {})
  const client = new QueryClient()
  const stop = new QueryObserver(client, query).subscribe(() => {})
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  rows.mockClear()
  let write: (() => Promise<unknown>) | undefined
  const Page = () => {
    const { mutateAsync } = useWrite('POST /row', ['GET /rows'])
    write = () => mutateAsync({})
    return null
  }
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Page)))
  await write?.().catch(() => {})
  stop()
  return rows.mock.calls.length
}

const refused = (key: RefusalKey) => () => {
  throw new CallRefused({ code: 9019, msg: '', data: { key } })
}

it('after a successful write the affected rows are fetched again', async () => {
  expect(await readsAfter(() => null)).toBe(1)
})

it('after a refusal because somebody else changed the rows, the rows are fetched again', async () => {
  expect(await readsAfter(refused('staff.stale'))).toBe(1)
  expect(await readsAfter(refused('reduction.typeStale'))).toBe(1)
  expect(await readsAfter(refused('exam.decisionTaken'))).toBe(1)
  expect(await readsAfter(refused('capture_review.alreadyProposed'))).toBe(1)
})

it('rows being edited are fetched again after a success or a stale refusal, but not after another refusal', async () => {
  expect(await readsAfter(() => null, true)).toBe(1)
  expect(await readsAfter(refused('teaching.versionStale'), true)).toBe(1)
  expect(await readsAfter(refused('plan.yearTaken'), true)).toBe(0)
})

it('a write with an invalid form or a server error fetches no rows again', async () => {
  expect(await readsAfter(refused('common.invalid'))).toBe(0)
  const failed = () => {
    throw new CallFailed(500)
  }
  expect(await readsAfter(failed)).toBe(0)
})
