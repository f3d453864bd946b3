import { openDB } from 'idb'
import { beforeAll, expect, it, vi } from 'vitest'
import {
  advanceSeconds,
  flushPromises,
  installTestDevice,
  leaveDuringSave,
  makeExamPage,
  makeRunningExamPage,
  makeSavedAnswer,
  makeStartedAttempt,
  typeTestAnswer,
} from '../../test/attempt-page.ts'
import { ExamSimulation, makeExamResult } from '../../test/exam-world.ts'
import { makePendingAnswer } from '../../test/kept-paper.ts'
import { CallOffline } from '../answers.ts'
import { makeDraftStore } from './local-draft.ts'
import { readUnsentAnswers } from './stored-papers.ts'

installTestDevice()
// Create the database first, because a test later breaks the calls that create it.
beforeAll(() => readUnsentAnswers('student'))

/** Makes all database calls fail. @returns a function that repairs the database */
function breakDatabase(): () => void {
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'UnknownError')
  })
  return () => broken.mockRestore()
}

it('a closed exam page sends its unsaved answers itself when the device cannot store them', async () => {
  breakDatabase()
  const page = await leaveDuringSave()
  expect(page.made).toEqual(['save', 'save'])
})

it('a closed exam page still saves its answers when storing them fails only after it closed', async () => {
  const page = await makeRunningExamPage()
  typeTestAnswer(page, 'q1')
  await flushPromises()
  await page.answer(Promise.reject(new CallOffline(false)))
  breakDatabase()
  typeTestAnswer(page, 'q2')
  page.attempt.close()
  await flushPromises()
  await advanceSeconds(5)
  expect(page.made).toEqual(['save', 'save'])
})

it('a closed exam page sends an answer that was typed during a save and could not be stored', async () => {
  const page = await makeRunningExamPage()
  typeTestAnswer(page, 'q1')
  await flushPromises()
  breakDatabase()
  typeTestAnswer(page, 'q2')
  page.attempt.close()
  await page.answer(makeSavedAnswer())
  await advanceSeconds(5)
  expect(page.made).toEqual(['save', 'save'])
})

/** The database answers no call until released. Reads then return the earlier rows. */
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
  const asked = vi.spyOn(IDBDatabase.prototype, 'transaction').mockReturnValue(change as object as IDBTransaction)
  return async () => {
    asked.mockRestore()
    release()
    await flushPromises()
  }
}

it('answers count as stored only after the device has confirmed that it stored them', async () => {
  const page = await makeRunningExamPage()
  expect(page.attempt.keeps()).toBe(true)
  const letGo = await silentDatabase()
  const silent = await makeRunningExamPage()
  typeTestAnswer(silent, 'q1')
  await flushPromises()
  expect(silent.attempt.keeps()).toBe(false)
  const told = vi.fn()
  silent.attempt.subscribe(told)
  const before = silent.attempt.read()
  await letGo()
  expect(silent.attempt.keeps()).toBe(true)
  expect(told).toHaveBeenCalled()
  expect(silent.attempt.read()).not.toBe(before)
})

it('an answer that could not be stored is stored with the next one', async () => {
  const page = await makeRunningExamPage()
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('', 'UnknownError')
  })
  const kept = async () => (await readUnsentAnswers('student')).map(({ unsaved }) => Object.keys(unsaved))
  typeTestAnswer(page, 'q1')
  // Type the answer before the device has responded to the first call.
  typeTestAnswer(page, 'q2')
  await flushPromises()
  expect(page.attempt.keeps()).toBe(false)
  expect(await kept()).toEqual([['q2']])
  typeTestAnswer(page, 'q3')
  await flushPromises()
  expect(page.attempt.keeps()).toBe(true)
  expect(await kept()).toEqual([['q1', 'q2', 'q3']])
})

it('stored answers of earlier pages are read once the device’s storage responds again', async () => {
  const before = await makeRunningExamPage()
  typeTestAnswer(before, 'q1')
  await flushPromises()
  before.attempt.close()
  const mend = breakDatabase()
  const page = await makeRunningExamPage()
  expect(page.attempt.read().unsaved).toEqual({})
  mend()
  page.attempt.dispatch({ on: 'notBeaten', failure: { why: 'unsent' } })
  await flushPromises()
  expect(page.attempt.read()).toMatchObject({ answers: { q1: ['a'] }, unsaved: { q1: {} } })
})

it('a saved answer that could not be removed from the device is removed with the next one', async () => {
  const page = await makeRunningExamPage()
  const kept = async () => (await readUnsentAnswers('student')).map(({ unsaved }) => Object.keys(unsaved))
  typeTestAnswer(page, 'q1')
  await flushPromises()
  const mend = breakDatabase()
  await page.answer(makeSavedAnswer())
  mend()
  expect(await kept()).toEqual([['q1']])
  typeTestAnswer(page, 'q2')
  await flushPromises()
  expect(await kept()).toEqual([['q2']])
  expect(page.attempt.keeps()).toBe(true)
})

it('a closed exam page sends its answers itself when the database does not respond', async () => {
  const page = await makeRunningExamPage()
  const letGo = await silentDatabase()
  typeTestAnswer(page, 'q1')
  await flushPromises()
  await page.answer(Promise.reject(new CallOffline(false)))
  page.attempt.close()
  await advanceSeconds(5)
  expect(page.made).toEqual(['save', 'save'])
  await letGo()
})

it('stored answers that are read late keep their original sequence number', async () => {
  const before = await makeRunningExamPage()
  typeTestAnswer(before, 'q1')
  await flushPromises()
  before.attempt.close()
  const letGo = await silentDatabase()
  const page = makeExamPage()
  await flushPromises()
  await advanceSeconds(2)
  await page.answer({ ...makeStartedAttempt(), savedSeq: 3 })
  expect(page.attempt.read()).toMatchObject({ phase: 'running', unsaved: {} })
  page.made.length = 0
  typeTestAnswer(page, 'q2')
  await letGo()
  // Every call asks the device again, even a call without a response.
  page.attempt.dispatch({ on: 'notBeaten', failure: { why: 'unsent' } })
  await flushPromises()
  expect(page.attempt.read()).toMatchObject({ answers: { q1: ['a'], q2: ['a'] } })
  // The running save does not cover what was saved after the stored answer.
  await page.answer({ ...makeSavedAnswer(), seq: 4 })
  expect(page.attempt.read()).toMatchObject({ savedSeq: 4, sending: { seq: 1 } })
  // A page that opens after this one reads the same sequence numbers.
  typeTestAnswer(page, 'q3')
  await flushPromises()
  page.attempt.close()
  const [{ unsaved = {} } = {}] = await readUnsentAnswers('student')
  expect([unsaved.q1?.seq, unsaved.q3?.seq]).toEqual([0, 4])
})

it('an answer that the server confirms while stored answers are read is not sent again', async () => {
  const page = await makeRunningExamPage()
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('', 'UnknownError')
  })
  typeTestAnswer(page, 'q1')
  await flushPromises()
  expect([page.attempt.keeps(), page.made]).toEqual([false, ['save']])
  const stop = page.attempt.subscribe(() => {
    if (!page.attempt.keeps()) return
    stop()
    page.open.shift()?.(makeSavedAnswer())
  })
  page.attempt.dispatch({ on: 'notBeaten', failure: { why: 'unsent' } })
  await flushPromises()
  expect(page.attempt.keeps()).toBe(true)
  expect([page.attempt.read().unsaved, page.made]).toEqual([{}, ['save']])
})

it('a saved answer that could not be removed from the device is removed when the attempt ends', async () => {
  const page = await makeRunningExamPage()
  typeTestAnswer(page, 'q1')
  await flushPromises()
  const mend = breakDatabase()
  await page.answer(makeSavedAnswer())
  mend()
  expect((await readUnsentAnswers('student')).map(({ unsaved }) => Object.keys(unsaved))).toEqual([['q1']])
  const data = { result: makeExamResult() }
  const failure = { why: 'refused', key: 'exam.submitted', msg: '已交卷', data } as const
  page.attempt.dispatch({ on: 'notBeaten', failure })
  await flushPromises()
  expect(page.attempt.read().phase).toBe('submitted')
  expect(await readUnsentAnswers('student')).toEqual([])
})

it('an exam page ignores its own confirmed or replaced answers when it reads stored answers', () => {
  const { state } = new ExamSimulation().enter()
  const { keep, withoutOld } = makeDraftStore('student', () => {})
  const mine = { q1: makePendingAnswer(5, 'a'), q2: makePendingAnswer(6, 'a') }
  keep({ ...state, unsaved: mine }, { ...state, unsaved: { q2: mine.q2 } }, { on: 'tick' })
  expect(withoutOld(mine)).toEqual({ q2: mine.q2 })
  // Another page chose this answer later.
  const newer = { q1: makePendingAnswer(7, 'b') }
  expect(withoutOld(newer)).toEqual(newer)
})
