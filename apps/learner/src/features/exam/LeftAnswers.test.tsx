import type { StoredPaper, UnsentOutcome } from '@ce/client/exam-attempt/stored-papers.ts'
import { formatDuration } from '@ce/client/format.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { UnsentAnswersList } from './LeftAnswers.tsx'

const said = (outcome: UnsentOutcome | null, waiting: number, change: Partial<StoredPaper> = {}) => {
  const paper = {
    attemptId: 'attempt',
    exam: { signId: 'sign', id: 'course' },
    courseTitle: '处方审核',
    ...{ savedSeq: 0, beacon: '', beaconAt: 0, bellAt: 0, marks: [], current: 0 },
    ...{ outcome, waiting, sealedSeconds: 900, ...change },
  }
  return renderToStaticMarkup(
    <MemoryRouter>
      <UnsentAnswersList left={{ papers: [paper], dismiss: () => {} }} />
    </MemoryRouter>,
  )
}

it('unsent answers show their upload deadline if the page knows it', () => {
  const limit = '超过补交时限后才上传的，将不能计入'
  expect(said(null, 2)).toContain(`${limit}（考试截止后 ${formatDuration(900)}，服务器故障的时间另计）。`)
  // An older version of the page stored these answers, so the upload deadline is unknown.
  expect(said(null, 2, { sealedSeconds: 0 })).toContain(`${limit}。`)
})

it('answers that the server refused temporarily stay listed and are called stored, not lost', () => {
  const kept = said({ kind: 'kept', msg: '提交的内容有误' }, 2)
  expect(kept).toContain('有 2 题作答还没有收取')
  expect(kept).toContain('提交的内容有误。作答仍保存在本机')
  const refused = said({ kind: 'refused', msg: '恢复联网过晚' }, 0)
  expect(refused).toContain('没有收取')
  expect([kept, refused].map((html) => html.includes('<button'))).toEqual([false, true])
})
