import { z } from 'zod'
import { id, instant } from './common.ts'
import { appealRemedies } from './rules/appeal-remedies.ts'
import { questionTypes } from './rules/question-options.ts'
import { regradeOutcomes } from './rules/regrade-outcomes.ts'
import { reviewReasons } from './rules/review-reasons.ts'

/** questionId → optionIds; an empty list clears an answer */
export const answers = z
  .record(
    z.uuid('题目编号格式不正确'),
    z.array(z.string().max(40)).max(10, '选项过多'),
    '答案格式不正确',
  )
  .refine((value) => Object.keys(value).length <= 300, '答案过多')

/** SEALED: answers sealed on the device at the bell took the place of what the server had submitted. STAFF: ended by staff. */
export const submittedBy = z.enum(['STUDENT', 'DEADLINE', 'SEALED', 'STAFF'])

/** What follows from an upheld appeal, and how a request that was made with it stands. */
export const appealRemedy = {
  remedy: z.enum(appealRemedies).nullable(),
  /** why nothing follows */
  remedyReason: z.string().nullable(),
  decisionState: z.enum(['WAITING', 'DONE', 'REFUSED', 'WITHDRAWN']).nullable(),
  /** the question that is looked at again, by its place on the paper */
  questionNo: z.int().nullable(),
}

export const appealShown = z.object({
  state: z.enum(['OPEN', 'UPHELD', 'REJECTED']),
  text: z.string(),
  at: instant,
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
  ...appealRemedy,
})

export const level = z.enum(['GREEN', 'AMBER', 'RED'], '自检结果不正确')
/** 考前自检: each part by itself */
export const rehearsalParts = { camera: level, upload: level, clock: level, autosave: level }

export const regradeKind = z.enum(['KEY', 'ALL', 'STRIKE'], '更正方式不正确')
export const regradeOutcome = z.enum(regradeOutcomes, '结果不正确')

/** A question of the paper was marked anew, when and why. Null scores: it ran, and was marked so when it was handed in. */
export const regradeShown = z.object({
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
  /** 待核查: why this very sitting is */
  reviewReasons: z.array(z.object({ reason: z.enum(reviewReasons), count: z.int() })),
  /** its paper with the right answers may be looked at */
  reviewable: z.boolean(),
  voided: z.boolean(),
  voidReason: z.string().nullable(),
  /** the last time that a void of it was undone */
  restoredAt: instant.nullable(),
  /** the first first; one for each decision about it */
  appeals: z.array(appealShown),
  /** nothing was said yet about what was decided last */
  mayAppeal: z.boolean(),
  /** the first first */
  regrades: z.array(regradeShown),
})

/** One ended sitting, as its own pages head it. */
export const sitting = {
  attemptId: id,
  signId: id,
  /** the sign course */
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

/** 交卷结果 */
export const result = z.object({
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

/** A question of an ended sitting with what was chosen, what is right, and why. */
export const reviewedQuestion = z.object({
  id,
  type: questionType,
  stem: z.string(),
  points: z.int(),
  options: z.array(z.object({ id: z.string(), text: z.string() })),
  chosen: z.array(z.string()),
  answer: z.array(z.string()),
  /** with what was decided about it since */
  right: z.boolean(),
  /** how it was marked anew: ALL gave everybody its points, STRIKE left it out; null: as drawn */
  corrected: regradeKind.nullable(),
  /** as the bank explains it today; empty: it does not */
  explanation: z.string(),
})

/** 作答记录: everything that was handed in, in order. */
export const answerChain = {
  entries: z.array(
    z.object({
      seq: z.int(),
      /** SAVE: answers changed on the way · SUBMIT: those handed in last */
      kind: z.enum(['SAVE', 'SUBMIT']),
      at: instant,
      changes: z.array(
        z.object({
          /** on the paper, from 1 */ question: z.int(),
          chosen: z.array(z.string()),
        }),
      ),
      hash: z.string(),
    }),
  ),
  /** every link and the receipt, calculated anew from what is stored */
  intact: z.boolean(),
}
