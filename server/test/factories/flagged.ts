import { expect } from 'vitest'
import { deps, must, mustStaff, passTime } from '../world.ts'
import { makeExam, rightAnswers, sit, type TestExam } from './exam.ts'
import { uploadedFile } from './file.ts'

/** A passed attempt with one picture, of a camera with a strange name, and one failed capture. It takes the time of an exam. */
export async function sitFlagged(
  given: Parameters<typeof makeExam>[0] = { rules: { randomCaptures: 1 } },
): Promise<TestExam & { attemptId: string }> {
  const exam = await makeExam(given)
  const sitting = await sit(exam)
  const { attemptId } = sitting
  const fileId = (await uploadedFile(exam.sign.student, 'CAPTURE')).id
  const camera = `OBS\u202e Virtual\n Camera${'！'.repeat(300)}`
  await must('POST /exam/v1/exam_capture', { attemptId, no: 1, fileId, camera }, exam.token)
  const due = sitting.captures[1]?.dueAt ?? ''
  await passTime((Date.parse(due) - Date.parse(sitting.serverNow)) / 1000)
  await must(
    'POST /exam/v1/exam_capture',
    { attemptId, no: 2, failure: '摄像头被占用' },
    exam.token,
  )
  const body = { attemptId, seq: 1, answers: rightAnswers(sitting) }
  expect(await must('POST /exam/v1/submit_exam', body, exam.token)).toMatchObject({ passed: true })
  return { ...exam, attemptId }
}

/** What reviewers are shown to follow from the void that was proposed; nothing where there is no such proposal. */
export async function consequencesShown(reviewId: string, token: string): Promise<string[]> {
  const { db } = await deps()
  const review = await db
    .selectFrom('captureReview')
    .select('attemptId')
    .where('id', '=', reviewId)
    .executeTakeFirst()
  if (!review) return []
  const { attemptId } = review
  return (await mustStaff('GET /capture_review/v1/info', { attemptId }, token)).consequences
}
