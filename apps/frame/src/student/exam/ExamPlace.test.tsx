import { examInfoQuery } from '@ce/client/exam.ts'
import { type AttemptState, opening } from '@ce/client/exam-attempt/state.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import { ExamRoom, examInfo, examResult } from '../../../../../client/test/exam-world.ts'
import { antdKit } from '../../../../portal/src/components/antd-kit.tsx'
import { antdExamKit } from '../../../../portal/src/pages/exam/antd-exam-kit.tsx'
import { KitProvider } from '../kit.tsx'
import { ExamPlace } from './ExamPlace.tsx'
import { ExamKitProvider } from './exam-kit.tsx'

// what the page sits, and how many ask for what other attempts have left here
const room = vi.hoisted(() => ({ state: {} as unknown, senders: 0 }))
vi.mock('@ce/client/exam-attempt/use-exam-attempt.ts', () => ({
  useExamAttempt: () => ({
    state: room.state,
    attempt: { keeps: () => true, read: () => room.state },
  }),
  useRemaining: () => 60,
}))
vi.mock('@ce/client/exam-attempt/use-left-answers.ts', () => ({
  useLeftAnswers: () => {
    room.senders += 1
    return { papers: [], awaited: [], dismiss: () => {} }
  },
}))

/** The exam's page as it stands; without an info it has not been loaded. */
function page(state?: AttemptState): string {
  const client = new QueryClient()
  const exam = { signId: 'sign', id: 'course' }
  if (state) client.setQueryData(examInfoQuery(exam).queryKey, state.info)
  room.state = state
  const element = (
    <KitProvider parts={antdKit}>
      <ExamKitProvider parts={antdExamKit}>
        <ExamPlace />
      </ExamKitProvider>
    </KitProvider>
  )
  const router = createMemoryRouter([{ path: '/:signid/:id', element }], {
    initialEntries: ['/sign/course'],
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const running = () => new ExamRoom().enter().state

beforeEach(() => {
  room.senders = 0
})

it.each<[string, () => AttemptState | undefined, string]>([
  ['before it is loaded', () => undefined, '在线考试'],
  ['before an attempt', () => opening(examInfo()), '开始考试'],
  ['the paper', running, '第 1 题'],
  ['the end of it', () => ({ ...running(), phase: 'expired' }), '正在自动交卷'],
  [
    'the result',
    () => ({ ...opening(examInfo()), phase: 'submitted', result: examResult() }),
    '60',
  ],
])('%s: what another attempt has left on this device is sent, by one', (_, state, shows) => {
  expect(page(state())).toContain(shows)
  expect(room.senders).toBe(1)
})
