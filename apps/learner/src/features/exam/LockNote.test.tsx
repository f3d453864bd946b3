import type { ExamInfo } from '@ce/client/exam-attempt/state.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { makeExamInfo } from '../../../../../client/test/exam-world.ts'
import { ExamLockNote } from './LockNote.tsx'

const noteOf = (change: Partial<ExamInfo>) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <ExamLockNote info={makeExamInfo(change)} />
    </MemoryRouter>,
  )

it('the note on a voided passed exam offers another exam or re-study, or says that the year has ended', () => {
  const again = noteOf({ state: 'VOID', attemptsLeft: 2 })
  expect(again).toContain('经核查已作废')
  expect(again).toContain('可以重新考试')
  const spent = noteOf({ state: 'VOID', attemptsLeft: 0, lockedBecause: 'NOT_STUDIED' })
  expect(spent).toContain('经核查已作废')
  expect(spent).toContain('去重新学习')
  for (const attemptsLeft of [2, 0]) {
    const closed = noteOf({ state: 'VOID', attemptsLeft, lockedBecause: 'CLOSED' })
    expect(closed).toContain('经核查已作废')
    expect(closed).toContain('该年度学习与考试时间已结束')
    expect(closed).not.toMatch(/可以重新考试|重新学习/)
  }
})
