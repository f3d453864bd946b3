import type { ExamInfo } from '@ce/client/exam-attempt/state.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ExamRules } from './BeforeExam.tsx'

const rules = {
  ...{ single: 10, multiple: 5, judge: 5, pointsEach: 5, totalPoints: 100, passMark: 60 },
  ...{ durationSeconds: 1800, attemptsPerRound: 3 },
}
const taken = {
  ...{ rules, durationSeconds: 1800, extraPercent: 0, attemptsLeft: 2 },
  studyEndAt: '2026-12-31T16:00:00Z',
}
const shown = (state: ExamInfo['state']) => renderToStaticMarkup(<ExamRules info={{ ...taken, state }} />)

it('the entrance of an exam shows the remaining attempts until one is passed', () => {
  expect(shown('FAILED')).toContain('剩余次数')
  expect(shown('PASSED')).not.toContain('剩余次数')
  expect(shown('PASSED')).toContain('及格分')
})

it('the entrance of an exam shows the extended duration of a student with extra time', () => {
  expect(shown('READY')).toContain('30\u00a0分钟')
  expect(shown('READY')).not.toContain('延长')
  const extra = { ...taken, state: 'READY', durationSeconds: 2250, extraPercent: 25 } as const
  const markup = renderToStaticMarkup(<ExamRules info={extra} />)
  expect(markup).toContain('37.5\u00a0分钟')
  expect(markup).toContain('原 30\u00a0分钟，已为您延长 25%')
})
