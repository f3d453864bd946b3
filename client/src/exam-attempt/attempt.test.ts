import { expect, it } from 'vitest'
import {
  aPage,
  getUserMedia,
  iso,
  leaveSaving,
  pass,
  saved,
  seated,
  settle,
  sitting,
  type,
  withDevice,
} from '../../test/attempt-page.ts'
import { examInfo, examResult } from '../../test/exam-world.ts'
import { CallRefused } from '../answers.ts'
import { readLeft, settleLeft } from './kept-papers.ts'

withDevice()

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

it('so is what gave way when it was sent between two pages', async () => {
  const before = await seated()
  type(before, 'q1')
  await settle()
  before.attempt.close()
  const [left] = await readLeft('student')
  if (!left) throw new Error('nothing was left')
  await settleLeft('student', left, {
    ...{ kind: 'saved', answers: 0, newer: 1 },
    doubtful: ['q1'],
  })
  const page = await seated()
  expect(page.attempt.read()).toMatchObject({ unsaved: {}, changed: [1] })
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
