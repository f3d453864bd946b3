import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { examInfo, examResult, questions } from '../../test/exam-world.ts'
import { CallOffline, CallRefused } from '../answers.ts'
import { makeAttempt } from './attempt.ts'
import { forgetPapers, readLeft } from './kept-papers.ts'
import type { ExamCalls } from './requests.ts'
import type { Sitting } from './state.ts'

const getUserMedia = vi.fn(async () => ({
  getTracks: () => [],
  getVideoTracks: () => [],
}))

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

const iso = (afterMs = 0) => new Date(Date.now() + afterMs).toISOString()

/** In camera mode, a picture due in half a minute. */
const sitting = (): Sitting => ({
  ...{ attemptId: 'attempt', mode: 'CAMERA', startedAt: iso(), serverNow: iso(), questions },
  ...{ deadline: iso(1_800_000), answers: {}, savedSeq: 0, beacon: 'begun' },
  captures: [{ no: 1, dueAt: iso(30_000), received: false }],
})

/** A page that goes on with a running attempt; its calls are answered when the test says so. */
function aPage() {
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
async function seated() {
  const page = aPage()
  await settle()
  await page.answer(sitting())
  page.made.length = 0
  return page
}

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}
const pass = async (seconds: number) => {
  await vi.advanceTimersByTimeAsync(seconds * 1000)
  await settle()
}
const saved = () => ({ seq: 1, serverNow: iso(), deadline: iso(1_700_000), beacon: 'saved' })
const type = (page: ReturnType<typeof aPage>, questionId: string) =>
  page.attempt.dispatch({ on: 'answer', questionId, options: ['a'] })

/** Leaves while a save is on its way and more was typed since; then it is answered. */
async function leaveSaving() {
  const page = await seated()
  type(page, 'q1')
  type(page, 'q2')
  await settle()
  page.attempt.close()
  await page.answer(saved())
  await pass(60)
  return page
}

it('the pages of one browser are one to the server', async () => {
  const page = await seated()
  const { page: called } = page.attempt.read()
  expect(called).toMatch(/^[\da-f-]{36}$/)
  page.attempt.close()
  expect((await seated()).attempt.read().page).toBe(called)
})

it('a page that sits saves, beats and takes its pictures', async () => {
  const page = await seated()
  expect(page.attempt.read()).toMatchObject({ phase: 'running', camera: 'ready' })
  type(page, 'q1')
  await page.answer(saved())
  await pass(35)
  expect(page.made).toEqual(['save', 'beat', 'capture'])
})

it('a page that was left does nothing more, whatever is still answered', async () => {
  const page = await leaveSaving()
  expect(page.made).toEqual(['save'])
  // the answer is settled on the device, what was typed since lies there for the next page
  expect((await readLeft('student')).map(({ unsaved }) => Object.keys(unsaved))).toEqual([['q2']])
})

const staleBy = (answers: object) => {
  const data = { key: 'exam.seqStale', savedSeq: 1, answers, savedAt: { q1: iso(60_000) } }
  return Promise.reject(new CallRefused({ code: 6011, msg: '', data } as never))
}

it('once the page was left, nobody sees there what gave way: it stays for whoever sends it, and tells of it', async () => {
  const page = await seated()
  type(page, 'q1')
  await settle()
  page.attempt.close()
  await page.answer(staleBy({ q1: ['b'] }))
  expect((await readLeft('student')).map(({ unsaved }) => Object.keys(unsaved))).toEqual([['q1']])
})

it('nor that the attempt has ended without it', async () => {
  const page = await seated()
  type(page, 'q1')
  await settle()
  page.attempt.close()
  const data = { key: 'exam.submitted', result: examResult({ submittedBy: 'STUDENT' }) }
  await page.answer(Promise.reject(new CallRefused({ code: 6010, msg: '', data } as never)))
  expect((await readLeft('student')).map(({ unsaved }) => Object.keys(unsaved))).toEqual([['q1']])
})

it('what was answered elsewhere, too, is named by the next page as well', async () => {
  const before = await seated()
  type(before, 'q1')
  await before.answer(staleBy({ q1: ['b'] }))
  expect(before.attempt.read().changed).toEqual([1])
  before.attempt.close()
  const page = aPage()
  await settle()
  await page.answer({ ...sitting(), savedSeq: 1, answers: { q1: ['b'] } })
  expect(page.attempt.read().changed).toEqual([1])
})

it('where the device keeps nothing, a page that was left still saves what nobody else could', async () => {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  const page = await leaveSaving()
  expect(page.made).toEqual(['save', 'save'])
})

it('also where the device says so only once the page was left', async () => {
  const page = await seated()
  type(page, 'q1')
  await settle()
  await page.answer(Promise.reject(new CallOffline(false)))
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  type(page, 'q2')
  page.attempt.close()
  await settle()
  await pass(5)
  expect(page.made).toEqual(['save', 'save'])
})

it('also where a save was answered in between', async () => {
  const page = await seated()
  type(page, 'q1')
  await settle()
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  type(page, 'q2')
  page.attempt.close()
  await page.answer(saved())
  await pass(5)
  expect(page.made).toEqual(['save', 'save'])
})

/** The device's database takes what it is given and says nothing, until it is let go: what lay there then is read. */
async function silentDatabase() {
  const there: Record<string, unknown[]> = {}
  const database = await openDB('exam')
  for (const name of ['papers', 'answers']) there[name] = await database.getAll(name)
  database.close()
  let release = () => {}
  const silence = new Promise<void>((resolve) => {
    release = resolve
  })
  const rows = { put: () => silence, get: () => silence, delete: () => silence }
  const objectStore = (name: string) => ({ ...rows, getAll: () => silence.then(() => there[name]) })
  const change = { objectStore, store: rows, commit: () => {}, done: silence }
  const asked = vi
    .spyOn(IDBDatabase.prototype, 'transaction')
    .mockReturnValue(change as object as IDBTransaction)
  return async () => {
    asked.mockRestore()
    release()
    await settle()
  }
}

it('a page says that the device keeps its answers once the device has said so', async () => {
  const page = await seated()
  expect(page.attempt.keeps()).toBe(true)
  const letGo = await silentDatabase()
  const silent = await seated()
  type(silent, 'q1')
  await settle()
  expect(silent.attempt.keeps()).toBe(false)
  const told = vi.fn()
  silent.attempt.subscribe(told)
  const before = silent.attempt.read()
  await letGo()
  expect(silent.attempt.keeps()).toBe(true)
  expect(told).toHaveBeenCalled()
  expect(silent.attempt.read()).not.toBe(before)
})

it('what the device did not keep is kept with the next answer; until then the page does not say so', async () => {
  const page = await seated()
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('', 'UnknownError')
  })
  const kept = async () => (await readLeft('student')).map(({ unsaved }) => Object.keys(unsaved))
  type(page, 'q1')
  // asked for before the first is heard of
  type(page, 'q2')
  await settle()
  expect(page.attempt.keeps()).toBe(false)
  expect(await kept()).toEqual([['q2']])
  type(page, 'q3')
  await settle()
  expect(page.attempt.keeps()).toBe(true)
  expect(await kept()).toEqual([['q1', 'q2', 'q3']])
})

it('where the database has fallen silent, a page that was left saves, too', async () => {
  const page = await seated()
  const letGo = await silentDatabase()
  type(page, 'q1')
  await settle()
  await page.answer(Promise.reject(new CallOffline(false)))
  page.attempt.close()
  await pass(5)
  expect(page.made).toEqual(['save', 'save'])
  await letGo()
})

it('what the device says only later of answers that were left is taken up, from where they were typed', async () => {
  const before = await seated()
  type(before, 'q1')
  await settle()
  before.attempt.close()
  const letGo = await silentDatabase()
  const page = aPage()
  await settle()
  await pass(2)
  await page.answer({ ...sitting(), savedSeq: 3 })
  expect(page.attempt.read()).toMatchObject({ phase: 'running', unsaved: {} })
  page.made.length = 0
  type(page, 'q2')
  await letGo()
  expect(page.attempt.read()).toMatchObject({ answers: { q1: ['a'], q2: ['a'] } })
  // the save that was on its way has not told of what was saved since the answer was typed
  await page.answer({ ...saved(), seq: 4 })
  expect(page.attempt.read()).toMatchObject({ savedSeq: 4, sending: { seq: 1 } })
  // nor has it for a page that comes when this one is gone
  type(page, 'q3')
  await settle()
  page.attempt.close()
  const [{ unsaved = {} } = {}] = await readLeft('student')
  expect([unsaved.q1?.seq, unsaved.q3?.seq]).toEqual([0, 4])
})

it('a start that is answered once its page is left opens no camera', async () => {
  const page = aPage()
  await settle()
  page.attempt.close()
  await page.answer(sitting())
  await pass(60)
  expect(page.made).toEqual(['start'])
  expect(getUserMedia).not.toHaveBeenCalled()
})

it('a page that comes again does what it left undone', async () => {
  const page = await leaveSaving()
  page.attempt.open()
  await page.answer({ ...saved(), seq: 2 })
  await pass(35)
  expect(page.made).toEqual(['save', 'save', 'beat', 'capture'])
  expect(page.attempt.read()).toMatchObject({ savedSeq: 2, unsaved: {} })
})

it('a page that comes again goes on', async () => {
  const page = await seated()
  page.attempt.close()
  page.attempt.open()
  type(page, 'q1')
  await page.answer(saved())
  await pass(25)
  expect(page.made).toEqual(['save', 'beat'])
})

it('a picture of the attempt before is none of the next one', async () => {
  const page = await seated()
  await pass(30)
  expect(page.made).toEqual(['beat', 'capture'])
  const [, capture] = page.open.splice(0)
  page.attempt.dispatch({ on: 'submitted', result: examResult() })
  page.attempt.dispatch({ on: 'again' })
  page.attempt.dispatch({ on: 'info', info: examInfo() })
  page.attempt.dispatch({ on: 'choose', mode: 'MANUAL' })
  page.attempt.dispatch({ on: 'begin' })
  await page.answer({})
  await page.answer({ ...sitting(), attemptId: 'next' })
  capture?.({})
  await settle()
  expect(page.attempt.read()).toMatchObject({
    sitting: { attemptId: 'next' },
    captures: [{ no: 1, state: 'waiting' }],
  })
})

it('answers that another page had left stay on the device when the attempt has ended meanwhile', async () => {
  const before = await seated()
  type(before, 'q1')
  await settle()
  before.attempt.close()
  const page = aPage()
  await settle()
  const data = { key: 'exam.deadlinePassed', result: examResult({ submittedBy: 'DEADLINE' }) }
  await page.answer(Promise.reject(new CallRefused({ code: 6010, msg: '', data } as never)))
  expect(page.attempt.read().phase).toBe('submitted')
  expect((await readLeft('student')).map(({ unsaved }) => Object.keys(unsaved))).toEqual([['q1']])
})
