import 'fake-indexeddb/auto'
import { afterEach, beforeEach, vi } from 'vitest'
import { makeAttempt } from '../src/exam-attempt/attempt.ts'
import type { ExamCalls } from '../src/exam-attempt/exam-calls.ts'
import { forgetPapers } from '../src/exam-attempt/kept-papers.ts'
import type { Sitting } from '../src/exam-attempt/state.ts'
import { examInfo, questions } from './exam-world.ts'

export const getUserMedia = vi.fn(async () => ({
  getTracks: () => [],
  getVideoTracks: () => [],
}))

/** A device with a camera, whose time goes on only when the test says so. */
export function withDevice(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    const enumerateDevices = async () => [{ kind: 'videoinput' }]
    vi.stubGlobal('navigator', { mediaDevices: { enumerateDevices, getUserMedia } })
  })

  afterEach(async () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    getUserMedia.mockClear()
    await forgetPapers('student')
  })
}

export const iso = (afterMs = 0) => new Date(Date.now() + afterMs).toISOString()

/** In camera mode, a picture due in half a minute. */
export const sitting = (): Sitting => ({
  ...{ attemptId: 'attempt', mode: 'CAMERA', startedAt: iso(), serverNow: iso(), questions },
  ...{ deadline: iso(1_800_000), answers: {}, savedSeq: 0, beacon: 'begun' },
  captures: [{ no: 1, dueAt: iso(30_000), received: false }],
})

/** A page that goes on with a running attempt; its calls are answered when the test says so. */
export function aPage() {
  const info = examInfo({ state: 'RUNNING', runningAttemptId: 'attempt' })
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
  const attempt = makeAttempt('student', info, calls)
  attempt.open()
  attempt.dispatch({ on: 'begin' })
  const answer = async (value: object) => {
    open.shift()?.(value)
    await settle()
  }
  return { attempt, made, answer, open }
}

/** A page that sits: the paper is here, the camera is open. */
export async function seated() {
  const page = aPage()
  await settle()
  await page.answer(sitting())
  page.made.length = 0
  return page
}

export const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}
export const pass = async (seconds: number) => {
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  await settle()
}
export const saved = () => ({ seq: 1, serverNow: iso(), deadline: iso(1_700_000), beacon: 'saved' })
export const type = (page: ReturnType<typeof aPage>, questionId: string) =>
  page.attempt.dispatch({ on: 'answer', questionId, options: ['a'] })

/** Leaves while a save is on its way and more was typed since; then it is answered. */
export async function leaveSaving() {
  const page = await seated()
  type(page, 'q1')
  type(page, 'q2')
  await settle()
  page.attempt.close()
  await page.answer(saved())
  await pass(60)
  return page
}
