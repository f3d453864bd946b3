import 'fake-indexeddb/auto'
import { afterEach, beforeEach, vi } from 'vitest'
import { makeExamAttempt } from '../src/exam-attempt/attempt.ts'
import type { ExamCalls } from '../src/exam-attempt/exam-calls.ts'
import type { AttemptPaper } from '../src/exam-attempt/state.ts'
import { deleteDraftsOfStudent } from '../src/exam-attempt/stored-papers.ts'
import { makeExamInfo, testExamQuestions } from './exam-world.ts'

export const mockGetUserMedia = vi.fn(async () => ({
  getTracks: () => [],
  getVideoTracks: () => [],
}))

/** Installs a camera and fake timers. */
export function installTestDevice(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    const enumerateDevices = async () => [{ kind: 'videoinput' }]
    vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices, getUserMedia: mockGetUserMedia } })
  })

  afterEach(async () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    mockGetUserMedia.mockClear()
    await deleteDraftsOfStudent('student')
  })
}

export const isoTimeAfter = (afterMs = 0) => new Date(Date.now() + afterMs).toISOString()

/** A started attempt with a capture due in half a minute. */
export const makeStartedAttempt = (): AttemptPaper => ({
  ...{
    attemptId: 'attempt',
    mode: 'CAMERA',
    startedAt: isoTimeAfter(),
    serverNow: isoTimeAfter(),
    questions: testExamQuestions,
  },
  ...{ deadline: isoTimeAfter(1_800_000), answers: {}, savedSeq: 0, beacon: 'begun' },
  captures: [{ no: 1, dueAt: isoTimeAfter(30_000), received: false }],
})

/** Makes an exam page that continues a running attempt. The test itself responds to the page's calls. */
export function makeExamPage() {
  const info = makeExamInfo({ state: 'RUNNING', runningAttemptId: 'attempt' })
  const made: string[] = []
  const open: ((value: object) => void)[] = []
  const hang = (what: string) => () => {
    made.push(what)
    return new Promise<never>((resolve) => open.push(resolve as (value: object) => void))
  }
  const calls = {
    ...{ info: async () => info, consent: hang('consent'), start: hang('start') },
    ...{ save: hang('save'), submit: hang('submit'), seal: hang('seal'), beat: hang('beat') },
    ...{ upload: hang('upload'), capture: hang('capture') },
  } satisfies ExamCalls
  const attempt = makeExamAttempt('student', info, calls)
  attempt.open()
  attempt.dispatch({ on: 'begin' })
  const answer = async (value: object) => {
    open.shift()?.(value)
    await flushPromises()
  }
  return { attempt, made, answer, open }
}

export async function makeRunningExamPage() {
  const page = makeExamPage()
  await flushPromises()
  await page.answer(makeStartedAttempt())
  page.made.length = 0
  return page
}

export const flushPromises = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}
export const advanceSeconds = async (seconds: number) => {
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  await flushPromises()
}
export const makeSavedAnswer = () => ({
  seq: 1,
  serverNow: isoTimeAfter(),
  deadline: isoTimeAfter(1_700_000),
  beacon: 'saved',
})
export const typeTestAnswer = (page: ReturnType<typeof makeExamPage>, questionId: string) =>
  page.attempt.dispatch({ on: 'answer', questionId, options: ['a'] })

/** Leaves the page during a save with newer answers, then answers the save. */
export async function leaveDuringSave() {
  const page = await makeRunningExamPage()
  typeTestAnswer(page, 'q1')
  typeTestAnswer(page, 'q2')
  await flushPromises()
  page.attempt.close()
  await page.answer(makeSavedAnswer())
  await advanceSeconds(60)
  return page
}
