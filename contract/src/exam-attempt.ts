import { z } from 'zod'
import { id, instant } from './common.ts'
import { appealRemedies } from './rules/appeal-remedies.ts'
import { questionTypes } from './rules/question-options.ts'
import { regradeOutcomes } from './rules/regrade-outcomes.ts'
import { reviewReasons } from './rules/review-reasons.ts'

/** Option ids by question id; an empty list clears an answer. */
export const answersByQuestion = z
  .record(z.uuid('题目编号格式不正确'), z.array(z.string().max(40)).max(10, '选项过多'), '答案格式不正确')
  .refine((value) => Object.keys(value).length <= 300, '答案过多')

/** SEALED: an offline submission replaced the answers on the server. STAFF: staff ended the attempt. */
export const submittedBy = z.enum(['STUDENT', 'DEADLINE', 'SEALED', 'STAFF'])

export const appealRemedy = {
  remedy: z.enum(appealRemedies).nullable(),
  remedyReason: z.string().nullable(),
  decisionState: z.enum(['WAITING', 'DONE', 'REFUSED', 'WITHDRAWN']).nullable(),
  questionNo: z.int().nullable(),
}

export const appealView = z.object({
  state: z.enum(['OPEN', 'UPHELD', 'REJECTED']),
  text: z.string(),
  at: instant,
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
  ...appealRemedy,
})

export const rehearsalLevel = z.enum(['GREEN', 'AMBER', 'RED'], '自检结果不正确')
export const rehearsalPartFields = {
  camera: rehearsalLevel,
  upload: rehearsalLevel,
  clock: rehearsalLevel,
  autosave: rehearsalLevel,
}

export const regradeKind = z.enum(['KEY', 'ALL', 'STRIKE'], '更正方式不正确')
export const regradeOutcome = z.enum(regradeOutcomes, '结果不正确')

export const regradeView = z.object({
  at: instant,
  kind: regradeKind,
  reason: z.string(),
  outcome: regradeOutcome,
  oldScore: z.int().nullable(),
  oldPassed: z.boolean().nullable(),
  newScore: z.int().nullable(),
  newPassed: z.boolean().nullable(),
})

export const attemptResult = z.object({
  attemptId: id,
  no: z.int(),
  startedAt: instant,
  submittedAt: instant.nullable(),
  submittedBy: submittedBy.nullable(),
  score: z.int().nullable(),
  passed: z.boolean().nullable(),
  right: z.int().nullable(),
  wrong: z.int().nullable(),
  receipt: z.string().nullable(),
  review: z.boolean(),
  reviewReasons: z.array(z.object({ reason: z.enum(reviewReasons), count: z.int() })),
  reviewable: z.boolean(),
  voided: z.boolean(),
  voidReason: z.string().nullable(),
  restoredAt: instant.nullable(),
  appeals: z.array(appealView),
  mayAppeal: z.boolean(),
  regrades: z.array(regradeView),
})

export const endedAttemptFields = {
  attemptId: id,
  signId: id,
  id,
  courseTitle: z.string(),
  startedAt: instant,
  submittedAt: instant,
  submittedBy,
  score: z.int(),
  totalPoints: z.int(),
  passed: z.boolean(),
  voided: z.boolean(),
  receipt: z.string(),
}

export const submissionResult = z.object({
  attemptId: id,
  score: z.int(),
  totalPoints: z.int(),
  passMark: z.int(),
  passed: z.boolean(),
  right: z.int(),
  wrong: z.int(),
  attemptsLeft: z.int(),
  receipt: z.string(),
  submittedBy,
})

export const questionType = z.enum(questionTypes)

export const reviewedQuestion = z.object({
  id,
  type: questionType,
  stem: z.string(),
  points: z.int(),
  options: z.array(z.object({ id: z.string(), text: z.string() })),
  chosen: z.array(z.string()),
  answer: z.array(z.string()),
  right: z.boolean(),
  /** ALL gave everybody the points, STRIKE removed the question; null when the question was not regraded. */
  corrected: regradeKind.nullable(),
  /** Current explanation in the question bank; empty when there is none. */
  explanation: z.string(),
})

export const answerLogChain = {
  entries: z.array(
    z.object({
      seq: z.int(),
      kind: z.enum(['SAVE', 'SUBMIT']),
      at: instant,
      changes: z.array(
        z.object({
          /** Position of the question on the paper, from 1. */ question: z.int(),
          chosen: z.array(z.string()),
        }),
      ),
      hash: z.string(),
    }),
  ),
  /** Every hash and the receipt match the stored answers. */
  intact: z.boolean(),
}
