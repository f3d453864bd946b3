import type { CaptureAttempt, CaptureReview } from '@ce/client/staff/capture_review.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { AttemptNeighbours } from './Neighbours.tsx'
import { captureShortcuts, captureShortcutText } from './proposal-keys.ts'
import { CaptureReviews } from './Reviews.tsx'

it('the key A proposes to keep the attempt, and R to void it if no innocent cause is possible', () => {
  const say = vi.fn()
  captureShortcuts(false, say).a()
  captureShortcuts(false, say).r?.()
  captureShortcuts(true, say).a()
  expect(say.mock.calls).toEqual([['KEEP'], ['VOID'], ['KEEP']])
  expect(captureShortcuts(true, say).r).toBeUndefined()
})

const page = (node: React.ReactNode) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{node}</MemoryRouter>
    </QueryClientProvider>,
  )

it('the capture queue shows the shortcuts for the current review state', () => {
  const steps = (keys: boolean) =>
    page(
      <AttemptNeighbours
        attemptId="a1"
        state="OPEN"
        own={captureShortcutText({ state: 'OPEN', reviews: [] })}
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

it("no shortcut is shown for the reviewer's own proposal or a decided attempt", () => {
  const decided: CaptureReview = { ...review, decision: 'CONFIRMED' }
  const told = (state: CaptureAttempt['state'], ...reviews: CaptureReview[]) => captureShortcutText({ state, reviews })
  expect(told('PROPOSED', review)).toBe('A 确认 · R 驳回')
  expect(told('PROPOSED', { ...review, own: true })).toBe('')
  expect(told('PROPOSED', { ...review, own: true }, { ...decided, decision: 'REJECTED' })).toBe('')
  expect(told('DONE', decided)).toBe('')
})

it('the buttons of the second reviewer show their shortcuts', () => {
  const shown = (change: Partial<CaptureReview>, keys = true) =>
    page(<CaptureReviews attempt={attemptOf({ ...review, ...change })} keys={keys} />)
  const both = [/aria-keyshortcuts="A"[^>]*>(<[^>]*>)*确认保留成绩/, /aria-keyshortcuts="R"/]
  for (const one of both) expect(shown({})).toMatch(one)
  expect(shown({}, false)).not.toContain('aria-keyshortcuts')
  expect(shown({ own: true })).not.toContain('aria-keyshortcuts')
})

const attemptOf = (review: CaptureReview) =>
  ({ mode: 'CAMERA', passed: true, reviews: [review] }) as unknown as CaptureAttempt
