import type { CaptureAttempt, CaptureReview } from '@ce/client/staff/capture_review.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { Neighbours } from './Neighbours.tsx'
import { keyWords, proposalKeys } from './proposal-keys.ts'
import { Reviews } from './Reviews.tsx'

it('A proposes to keep, R to void, and not while an innocent cause is possible', () => {
  const say = vi.fn()
  proposalKeys(false, say).a()
  proposalKeys(false, say).r?.()
  proposalKeys(true, say).a()
  expect(say.mock.calls).toEqual([['KEEP'], ['VOID'], ['KEEP']])
  expect(proposalKeys(true, say).r).toBeUndefined()
})

const page = (node: React.ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{node}</MemoryRouter>
    </QueryClientProvider>,
  )

it('the queue says what its keys do, as far as the review is', () => {
  const steps = (keys: boolean) =>
    page(
      <Neighbours
        attemptId="a1"
        state="OPEN"
        own={keyWords({ state: 'OPEN', reviews: [] })}
        keys={keys}
        onKeys={() => undefined}
      />,
    )
  expect(steps(true)).toContain('J 下一个 · K 上一个 · A 保留 · R 作废')
  expect(steps(false)).not.toContain('A 保留')
})

const review: CaptureReview = {
  ...{ ground: null, compared: null },
  ...{ id: 'r1', proposal: 'KEEP', causes: [], reason: '光线', proposedBy: '甲', own: false },
  ...{ proposedAt: '2026-11-02T01:00:00.000Z', decision: null, decidedBy: null },
  ...{ decidedAt: null, decideReason: null },
}

it('and promises no key that does nothing: of one’s own proposal, of what is decided', () => {
  const decided: CaptureReview = { ...review, decision: 'CONFIRMED' }
  const told = (state: CaptureAttempt['state'], ...reviews: CaptureReview[]) =>
    keyWords({ state, reviews })
  expect(told('PROPOSED', review)).toBe('A 确认 · R 驳回')
  expect(told('PROPOSED', { ...review, own: true })).toBe('')
  expect(told('PROPOSED', { ...review, own: true }, { ...decided, decision: 'REJECTED' })).toBe('')
  expect(told('DONE', decided)).toBe('')
})

it('the second person’s buttons name their keys, and only theirs', () => {
  const shown = (change: Partial<CaptureReview>, keys = true) =>
    page(<Reviews attempt={attemptOf({ ...review, ...change })} keys={keys} />)
  const both = [/aria-keyshortcuts="A"[^>]*>(<[^>]*>)*确认保留成绩/, /aria-keyshortcuts="R"/]
  for (const one of both) expect(shown({})).toMatch(one)
  expect(shown({}, false)).not.toContain('aria-keyshortcuts')
  expect(shown({ own: true })).not.toContain('aria-keyshortcuts')
})

/** All that the list of reviews reads of an attempt. */
const attemptOf = (review: CaptureReview) =>
  ({ mode: 'CAMERA', passed: true, reviews: [review] }) as unknown as CaptureAttempt
