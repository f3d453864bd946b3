import { expect, it } from 'vitest'
import {
  advanceSeconds,
  flushPromises,
  installTestDevice,
  isoTimeAfter,
  leaveDuringSave,
  makeExamPage,
  makeRunningExamPage,
  makeSavedAnswer,
  makeStartedAttempt,
  mockGetUserMedia,
  typeTestAnswer,
} from '../../test/attempt-page.ts'
import { makeExamInfo, makeExamResult } from '../../test/exam-world.ts'
import { CallRefused } from '../answers.ts'
import { clearUnsentAnswers, readUnsentAnswers } from './stored-papers.ts'

installTestDevice()

it('all exam pages of one browser share one page number', async () => {
  const page = await makeRunningExamPage()
  const { page: called } = page.attempt.read()
  expect(called).toMatch(/^[\da-f-]{36}$/)
  page.attempt.close()
  expect((await makeRunningExamPage()).attempt.read().page).toBe(called)
})

it('an open exam page saves, sends heartbeats and takes captures', async () => {
  const page = await makeRunningExamPage()
  expect(page.attempt.read()).toMatchObject({ phase: 'running', camera: 'ready' })
  typeTestAnswer(page, 'q1')
  await page.answer(makeSavedAnswer())
  await advanceSeconds(35)
  expect(page.made).toEqual(['save', 'beat', 'capture'])
})

it('a closed exam page sends nothing more, whatever responses still arrive', async () => {
  const page = await leaveDuringSave()
  expect(page.made).toEqual(['save'])
  // The device drops the confirmed answer and keeps the later one for the next page.
  expect((await readUnsentAnswers('student')).map(({ unsaved }) => Object.keys(unsaved))).toEqual([['q2']])
})

const staleBy = (answers: object) => {
  const data = { key: 'exam.seqStale', savedSeq: 1, answers, savedAt: { q1: isoTimeAfter(60_000) } }
  return Promise.reject(new CallRefused({ code: 6011, msg: '', data } as never))
}

it('an answer replaced by another device stays stored after its page has closed, so that the next page reports it', async () => {
  const page = await makeRunningExamPage()
  typeTestAnswer(page, 'q1')
  await flushPromises()
  page.attempt.close()
  await page.answer(staleBy({ q1: ['b'] }))
  expect((await readUnsentAnswers('student')).map(({ unsaved }) => Object.keys(unsaved))).toEqual([['q1']])
})

it('answers stay stored when the attempt ends after the page has closed, so that the next page reports the end', async () => {
  const page = await makeRunningExamPage()
  typeTestAnswer(page, 'q1')
  await flushPromises()
  page.attempt.close()
  const data = { key: 'exam.submitted', result: makeExamResult({ submittedBy: 'STUDENT' }) }
  await page.answer(Promise.reject(new CallRefused({ code: 6010, msg: '', data } as never)))
  expect((await readUnsentAnswers('student')).map(({ unsaved }) => Object.keys(unsaved))).toEqual([['q1']])
})

it('an answer changed on another device is named by the open exam page and again by the next exam page', async () => {
  const before = await makeRunningExamPage()
  typeTestAnswer(before, 'q1')
  await before.answer(staleBy({ q1: ['b'] }))
  expect(before.attempt.read().changed).toEqual([1])
  before.attempt.close()
  const page = makeExamPage()
  await flushPromises()
  await page.answer({ ...makeStartedAttempt(), savedSeq: 1, answers: { q1: ['b'] } })
  expect(page.attempt.read().changed).toEqual([1])
})

it('the next exam page names an answer that was replaced while no page was open', async () => {
  const before = await makeRunningExamPage()
  typeTestAnswer(before, 'q1')
  await flushPromises()
  before.attempt.close()
  const [left] = await readUnsentAnswers('student')
  if (!left) throw new Error('nothing was left')
  await clearUnsentAnswers('student', left, {
    ...{ kind: 'saved', answers: 0, newer: 1 },
    doubtful: ['q1'],
  })
  const page = await makeRunningExamPage()
  expect(page.attempt.read()).toMatchObject({ unsaved: {}, changed: [1] })
})

it('a start response that arrives after its page has closed opens no camera', async () => {
  const page = makeExamPage()
  await flushPromises()
  page.attempt.close()
  await page.answer(makeStartedAttempt())
  await advanceSeconds(60)
  expect(page.made).toEqual(['start'])
  expect(mockGetUserMedia).not.toHaveBeenCalled()
})

it('a reopened exam page sends the remaining answers, heartbeats and captures', async () => {
  const page = await leaveDuringSave()
  page.attempt.open()
  await page.answer({ ...makeSavedAnswer(), seq: 2 })
  await advanceSeconds(35)
  expect(page.made).toEqual(['save', 'save', 'beat', 'capture'])
  expect(page.attempt.read()).toMatchObject({ savedSeq: 2, unsaved: {} })
})

it('a reopened exam page continues saving and sending heartbeats', async () => {
  const page = await makeRunningExamPage()
  page.attempt.close()
  page.attempt.open()
  typeTestAnswer(page, 'q1')
  await page.answer(makeSavedAnswer())
  await advanceSeconds(25)
  expect(page.made).toEqual(['save', 'beat'])
})

it('a capture taken for the previous attempt does not count for the next one', async () => {
  const page = await makeRunningExamPage()
  await advanceSeconds(30)
  expect(page.made).toEqual(['beat', 'capture'])
  const [, capture] = page.open.splice(0)
  page.attempt.dispatch({ on: 'submitted', result: makeExamResult() })
  page.attempt.dispatch({ on: 'again' })
  page.attempt.dispatch({ on: 'info', info: makeExamInfo() })
  page.attempt.dispatch({ on: 'choose', mode: 'MANUAL' })
  page.attempt.dispatch({ on: 'begin' })
  await page.answer({})
  await page.answer({ ...makeStartedAttempt(), attemptId: 'next' })
  capture?.({})
  await flushPromises()
  expect(page.attempt.read()).toMatchObject({
    sitting: { attemptId: 'next' },
    captures: [{ no: 1, state: 'waiting' }],
  })
})

it('answers stored by an earlier page stay stored when the attempt has ended before the next page opens', async () => {
  const before = await makeRunningExamPage()
  typeTestAnswer(before, 'q1')
  await flushPromises()
  before.attempt.close()
  const page = makeExamPage()
  await flushPromises()
  const data = { key: 'exam.deadlinePassed', result: makeExamResult({ submittedBy: 'DEADLINE' }) }
  await page.answer(Promise.reject(new CallRefused({ code: 6010, msg: '', data } as never)))
  expect(page.attempt.read().phase).toBe('submitted')
  expect((await readUnsentAnswers('student')).map(({ unsaved }) => Object.keys(unsaved))).toEqual([['q1']])
})
