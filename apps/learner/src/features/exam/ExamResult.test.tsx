import { grantQuery } from '@ce/client/certification_grant.ts'
import { type AttemptState, opening } from '@ce/client/exam-attempt/state.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { examInfo, examResult } from '../../../../../client/test/exam-world.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { KitProvider } from '../../components/kit.tsx'
import { phoneKit } from '../../kit/phone-kit.tsx'
import { ExamResult } from './ExamResult.tsx'
import { ExamKitProvider } from './exam-kit.tsx'
import { phoneExamKit } from './phone-exam-kit.tsx'

/** The page of an attempt that the bell ended. */
function resultWith(change: Partial<AttemptState>, client = new QueryClient()): string {
  const result = examResult({ submittedBy: 'DEADLINE' })
  const state = { ...opening(examInfo({ state: 'PASSED' })), phase: 'submitted', result, ...change }
  return renderScreen(
    <KitProvider parts={phoneKit}>
      <ExamKitProvider parts={phoneExamKit}>
        <ExamResult seat={{ state, attempt: {} } as never} />
      </ExamKitProvider>
    </KitProvider>,
    { client },
  )
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
