import { openDB } from 'idb'
import { beforeAll, expect, it, vi } from 'vitest'
import {
  aPage,
  leaveSaving,
  pass,
  saved,
  seated,
  settle,
  sitting,
  type,
  withDevice,
} from '../../test/attempt-page.ts'
import { ExamRoom, examResult } from '../../test/exam-world.ts'
import { typed } from '../../test/kept-paper.ts'
import { CallOffline } from '../answers.ts'
import { makeKeeping } from './keeping.ts'
import { readLeft } from './kept-papers.ts'

withDevice()
// made before a test breaks it: what stands for IndexedDB here makes it by the very call that fails then
beforeAll(() => readLeft('student'))

/** Whatever is asked of it fails. Returns the way to mend it. */
function breakDatabase(): () => void {
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('', 'UnknownError')
  })
  return () => broken.mockRestore()
}

it('where the device keeps nothing, a page that was left still saves what nobody else could', async () => {
  breakDatabase()
  const page = await leaveSaving()
  expect(page.made).toEqual(['save', 'save'])
})

it('also where the device says so only once the page was left', async () => {
  const page = await seated()
  type(page, 'q1')
  await settle()
  await page.answer(Promise.reject(new CallOffline(false)))
  breakDatabase()
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
  breakDatabase()
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

it('what earlier pages have left is taken up once the device can tell of it again', async () => {
  const before = await seated()
  type(before, 'q1')
  await settle()
  before.attempt.close()
  const mend = breakDatabase()
  const page = await seated()
  expect(page.attempt.read().unsaved).toEqual({})
  mend()
  page.attempt.dispatch({ on: 'notBeaten', failure: { why: 'unsent' } })
  await settle()
  expect(page.attempt.read()).toMatchObject({ answers: { q1: ['a'] }, unsaved: { q1: {} } })
})

it('what the device could not remove once it was saved is removed with the next answer', async () => {
  const page = await seated()
  const kept = async () => (await readLeft('student')).map(({ unsaved }) => Object.keys(unsaved))
  type(page, 'q1')
  await settle()
  const mend = breakDatabase()
  await page.answer(saved())
  mend()
  expect(await kept()).toEqual([['q1']])
  type(page, 'q2')
  await settle()
  expect(await kept()).toEqual([['q2']])
  expect(page.attempt.keeps()).toBe(true)
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
  // it is asked again with every call, heard or not
  page.attempt.dispatch({ on: 'notBeaten', failure: { why: 'unsent' } })
  await settle()
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

it('what is confirmed while the device reads again is not taken up once more', async () => {
  const page = await seated()
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(() => {
    throw new DOMException('', 'UnknownError')
  })
  type(page, 'q1')
  await settle()
  expect([page.attempt.keeps(), page.made]).toEqual([false, ['save']])
  // it keeps again, and reads
  const stop = page.attempt.subscribe(() => {
    if (!page.attempt.keeps()) return
    stop()
    page.open.shift()?.(saved())
  })
  page.attempt.dispatch({ on: 'notBeaten', failure: { why: 'unsent' } })
  await settle()
  expect(page.attempt.keeps()).toBe(true)
  expect([page.attempt.read().unsaved, page.made]).toEqual([{}, ['save']])
})

it('what could not be removed once it was saved goes with the attempt that ends', async () => {
  const page = await seated()
  type(page, 'q1')
  await settle()
  const mend = breakDatabase()
  await page.answer(saved())
  mend()
  expect((await readLeft('student')).map(({ unsaved }) => Object.keys(unsaved))).toEqual([['q1']])
  const data = { result: examResult() }
  const failure = { why: 'refused', key: 'exam.submitted', msg: '已交卷', data } as const
  page.attempt.dispatch({ on: 'notBeaten', failure })
  await settle()
  expect(page.attempt.read().phase).toBe('submitted')
  expect(await readLeft('student')).toEqual([])
})

it('what the device still has of a page’s own is not taken up again once that has done with it', () => {
  const { state } = new ExamRoom().enter()
  const { keep, withoutOld } = makeKeeping('student', () => {})
  const mine = { q1: typed(5, 'a'), q2: typed(6, 'a') }
  keep({ ...state, unsaved: mine }, { ...state, unsaved: { q2: mine.q2 } }, { on: 'tick' })
  expect(withoutOld(mine)).toEqual({ q2: mine.q2 })
  // of another page, chosen since
  const newer = { q1: typed(7, 'b') }
  expect(withoutOld(newer)).toEqual(newer)
})
