import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { deps, must, mustStaff, passTime } from '../world.ts'
import { makeExam, rightAnswersOf, startTestAttempt, type TestExam } from './exam.ts'
import { uploadStudentFile } from './file.ts'

/** Makes an attempt with one picture from an unknown camera and one failed capture. */
export async function makeFlaggedAttempt(
  given: Parameters<typeof makeExam>[0] = { rules: { randomCaptures: 1 } },
): Promise<TestExam & { attemptId: string }> {
  const exam = await makeExam(given)
  const sitting = await startTestAttempt(exam)
  const { attemptId } = sitting
  const fileId = (await uploadStudentFile(exam.sign.student, 'CAPTURE')).id
  const camera = `OBS\u202e Virtual\n Camera${'！'.repeat(300)}`
  await must('POST /exam/v1/exam_capture', { attemptId, no: 1, fileId, camera }, exam.token)
  const due = sitting.captures[1]?.dueAt ?? ''
  await passTime((Date.parse(due) - Date.parse(sitting.serverNow)) / 1000)
  await must('POST /exam/v1/exam_capture', { attemptId, no: 2, failure: '摄像头被占用' }, exam.token)
  const body = { attemptId, seq: 1, answers: rightAnswersOf(sitting) }
  expect(await must('POST /exam/v1/submit_exam', body, exam.token)).toMatchObject({ passed: true })
  return { ...exam, attemptId }
}

export async function listShownConsequences(reviewId: string, token: string): Promise<string[]> {
  const { db } = await deps()
  const review = await db.selectFrom('captureReview').select('attemptId').where('id', '=', reviewId).executeTakeFirst()
  if (!review) return []
  const { attemptId } = review
  return (await mustStaff('GET /capture_review/v1/info', { attemptId }, token)).consequences
}

/** Input of a reviewer's proposal for an attempt: to void it, unless `change` says otherwise. */
export const voidProposalInput = (attemptId: string, change: object = {}) => ({
  id: randomUUID(),
  attemptId,
  proposal: 'VOID',
  causes: [],
  reason: '本人在电话中承认由他人代考',
  ...change,
})
