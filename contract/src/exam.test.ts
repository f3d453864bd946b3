import { expect, it } from 'vitest'
import { exam } from './client/exam.ts'

it('an attempt with the maximum of saves may still be submitted', () => {
  const attemptId = crypto.randomUUID()
  const sealed = { beacon: 'x', sealedAfterMs: 0 }
  const calls = [exam.saveAnswer, exam.submitExam, exam.submitSealed]
  const taken = (seq: number) =>
    calls.map(({ request }) => request.safeParse({ attemptId, seq, answers: {}, ...sealed }).success)
  expect(taken(1000)).toEqual([true, true, true])
  expect(taken(1001)).toEqual([true, true, true])
  expect(taken(1002)).toEqual([false, false, false])
})
