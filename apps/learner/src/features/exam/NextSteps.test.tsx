import { opening } from '@ce/client/exam-attempt/state.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { examInfo, examResult } from '../../../../../client/test/exam-world.ts'
import { KitProvider } from '../../components/kit.tsx'
import { phoneKit } from '../../kit/phone-kit.tsx'
import { NextSteps } from './NextSteps.tsx'

/** What is offered after a failure. */
function offered(change: Parameters<typeof examInfo>[0], attemptsLeft: number): string {
  const result = examResult({ passed: false, score: 40, attemptsLeft })
  // the paper opens once the round is spent
  const attempts = [{ attemptId: result.attemptId, reviewable: attemptsLeft === 0 }] as never
  const seat = { state: opening(examInfo({ attempts, ...change })), attempt: {} } as never
  return renderToStaticMarkup(
    <MemoryRouter>
      <KitProvider parts={phoneKit}>
        <NextSteps seat={seat} result={result} />
      </KitProvider>
    </MemoryRouter>,
  )
}

it('who failed may try again, or study again where the round is spent', () => {
  expect(offered({ state: 'FAILED', attemptsLeft: 2 }, 2)).toContain('重新考试')
  expect(offered({ state: 'EXHAUSTED', attemptsLeft: 0 }, 0)).toContain('去重新学习')
})

it('nothing is promised once the year has ended', () => {
  for (const attemptsLeft of [2, 0]) {
    const page = offered({ state: 'LOCKED', lockedBecause: 'CLOSED', attemptsLeft }, attemptsLeft)
    expect(page).toContain('该年度学习与考试时间已结束')
    expect(page).not.toMatch(/重新考试|重新学习|可再考/)
    expect(page.includes('答卷与解析')).toBe(attemptsLeft === 0)
  }
})
