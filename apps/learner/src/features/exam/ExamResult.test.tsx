import { grantQuery } from '@ce/client/certification_grant.ts'
import { type AttemptState, opening } from '@ce/client/exam-attempt/state.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { examInfo, examResult } from '../../../../../client/test/exam-world.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { ExamResult } from './ExamResult.tsx'

/** The page of an attempt that the bell ended. */
function resultWith(change: Partial<AttemptState>, client = new QueryClient()): string {
  const result = examResult({ submittedBy: 'DEADLINE' })
  const state = { ...opening(examInfo({ state: 'PASSED' })), phase: 'submitted', result, ...change }
  return renderScreen(<ExamResult seat={{ state, attempt: {} } as never} />, { client })
}

it('names the questions that were answered elsewhere, too, and were not looked at again before the bell', () => {
  const said = '第 2、5 题在其他页面或设备上也作答过，按最后的作答计分。'
  expect(resultWith({ changed: [2, 5] })).toContain(said)
  expect(resultWith({ changed: [2, 3, 5], unconfirmed: [3] })).toContain(said)
  expect(resultWith({})).not.toContain('作答过')
})

it('says nothing of the year from what was known of it before the exam', () => {
  const info = examInfo({ state: 'PASSED' })
  const client = new QueryClient()
  const year = { year: info.year, title: '今年', state: 'ISSUED', proofId: 'before' }
  client.setQueryData(grantQuery(info.year).queryKey, { list: [year] } as never)
  const page = resultWith({}, client)
  expect(page).toContain('查看学时证明')
  expect(page).not.toMatch(/今年|before/)
})

it('says how many hours a pass has brought, and of a trial year that they do not count', () => {
  const passed = (trial: boolean) => resultWith({ info: examInfo({ state: 'PASSED', trial }) })
  expect(passed(false)).toContain('考试合格，已计入专业科目 6\u00a0学时')
  expect(passed(true)).toContain('不计入继续教育')
  expect(passed(true)).not.toContain('已计入')
})

/** What is offered after a failure. */
function offered(change: Parameters<typeof examInfo>[0], attemptsLeft: number): string {
  const result = examResult({ passed: false, score: 40, attemptsLeft })
  // the paper opens once the round is spent
  const attempts = [{ attemptId: result.attemptId, reviewable: attemptsLeft === 0 }] as never
  return resultWith({ info: examInfo({ attempts, ...change }), result })
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
