import { yearGrantQuery } from '@ce/client/certification_grant.ts'
import { type AttemptState, makeInitialAttemptState } from '@ce/client/exam-attempt/state.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { makeExamInfo, makeExamResult } from '../../../../../client/test/exam-world.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { ExamResult } from './ExamResult.tsx'

/** Renders the result page of an attempt that ended at its deadline. */
function resultWith(change: Partial<AttemptState>, client = new QueryClient()): string {
  const result = makeExamResult({ submittedBy: 'DEADLINE' })
  const state = { ...makeInitialAttemptState(makeExamInfo({ state: 'PASSED' })), phase: 'submitted', result, ...change }
  return renderScreen(<ExamResult seat={{ state, attempt: {} } as never} />, { client })
}

it('the exam result lists questions that were changed on another device and never reviewed', () => {
  const said = '第 2、5 题在其他页面或设备上也作答过，按最后的作答计分。'
  expect(resultWith({ changed: [2, 5] })).toContain(said)
  expect(resultWith({ changed: [2, 3, 5], unconfirmed: [3] })).toContain(said)
  expect(resultWith({})).not.toContain('作答过')
})

it('the exam result does not use year data from before the exam', () => {
  const info = makeExamInfo({ state: 'PASSED' })
  const client = new QueryClient()
  const year = { year: info.year, title: '今年', state: 'ISSUED', proofId: 'before' }
  client.setQueryData(yearGrantQuery(info.year).queryKey, { list: [year] } as never)
  const page = resultWith({}, client)
  expect(page).toContain('查看学时证明')
  expect(page).not.toMatch(/今年|before/)
})

it('the exam result shows the hours of a passed exam, or that a trial year earns none', () => {
  const passed = (trial: boolean) => resultWith({ info: makeExamInfo({ state: 'PASSED', trial }) })
  expect(passed(false)).toContain('考试合格，已计入专业科目 6\u00a0学时')
  expect(passed(true)).toContain('不计入继续教育')
  expect(passed(true)).not.toContain('已计入')
})

function offered(change: Parameters<typeof makeExamInfo>[0], attemptsLeft: number): string {
  const result = makeExamResult({ passed: false, score: 40, attemptsLeft })
  // Students may see the paper once the round has no attempts left.
  const attempts = [{ attemptId: result.attemptId, reviewable: attemptsLeft === 0 }] as never
  return resultWith({ info: makeExamInfo({ attempts, ...change }), result })
}

it('a failed exam offers another attempt, or re-study after the last one', () => {
  expect(offered({ state: 'FAILED', attemptsLeft: 2 }, 2)).toContain('重新考试')
  expect(offered({ state: 'EXHAUSTED', attemptsLeft: 0 }, 0)).toContain('去重新学习')
})

it('a failed exam offers nothing after the year has ended', () => {
  for (const attemptsLeft of [2, 0]) {
    const page = offered({ state: 'LOCKED', lockedBecause: 'CLOSED', attemptsLeft }, attemptsLeft)
    expect(page).toContain('该年度学习与考试时间已结束')
    expect(page).not.toMatch(/重新考试|重新学习|可再考/)
    expect(page.includes('答卷与解析')).toBe(attemptsLeft === 0)
  }
})
