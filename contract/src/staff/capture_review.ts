import { z } from 'zod'
import { id, instant, pageOf, pageQuery, queryYear, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { voidGrounds } from '../rules/void-grounds.ts'

/** Why a flagged attempt may well be honest; every one is looked at before anything else is thought of. */
export const innocentCause = z.enum(
  [
    'LIGHT',
    'GLASSES',
    'MASK',
    'HAIR',
    'OLD_PHOTO',
    'NO_PHOTO',
    'ANGLE',
    'CAMERA_CHANGED',
    'DEVICE',
    'NETWORK',
  ],
  '原因不正确',
)

/** OPEN: nobody has looked · PROPOSED: waits for the second person · DONE */
const reviewState = z.enum(['OPEN', 'PROPOSED', 'DONE'], '状态不正确')
const proposal = z.enum(['KEEP', 'VOID'], '请选择保留或作废')
const voidGround = z.enum(voidGrounds, '依据不正确')
const compared = z.enum(['PHOTO', 'CAPTURES', 'NOTHING'])

const head = z.object({
  /** the attempt */
  id,
  studentId: id,
  studentName: z.string(),
  courseTitle: z.string(),
  year: z.int(),
  no: z.int(),
  mode: z.enum(['CAMERA', 'MANUAL']),
  submittedAt: instant,
  /** SEALED: handed in after an outage, and flagged for that already; it may lack pictures, too */
  submittedBy: z.enum(['STUDENT', 'DEADLINE', 'SEALED', 'STAFF']),
  score: z.int(),
  passed: z.boolean(),
  voided: z.boolean(),
  /** pictures asked for, received, and that failed or never came */
  captures: z.object({ asked: z.int(), received: z.int(), missing: z.int() }),
  state: reviewState,
})

const review = z.object({
  id,
  proposal,
  /** of a void; null also in reviews of before grounds were chosen */
  ground: voidGround.nullable(),
  /** what there was to compare with when it was proposed; null in reviews of before */
  compared: compared.nullable(),
  causes: z.array(innocentCause),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: instant,
  /** WITHDRAWN: by who proposed it */
  decision: z.enum(['CONFIRMED', 'REJECTED', 'WITHDRAWN']).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decideReason: z.string().nullable(),
  /** proposed by who asks: another person decides */
  own: z.boolean(),
})

const attempt = head.extend({
  idNoMasked: z.string(),
  certificateNo: z.string(),
  /** null: who asks may not look at students */
  phoneMasked: z.string().nullable(),
  /** a private link of ten minutes; null: no photo in the profile */
  photoUrl: z.string().nullable(),
  startedAt: instant,
  voidReason: z.string().nullable(),
  /** what can be compared now: the profile's photo, and how many captures are there to be looked at */
  comparable: z.object({ photo: z.boolean(), captures: z.int() }),
  pictures: z.array(
    z.object({
      no: z.int(),
      dueAt: instant,
      receivedAt: instant.nullable(),
      failure: z.string().nullable(),
      /** the camera's name; null: unknown, or deleted with its picture */
      camera: z.string().nullable(),
      /** long after its moment, or byte for byte another picture of this student's */
      doubt: z.enum(['LATE', 'REPEATED']).nullable(),
      /** a private link of ten minutes; null: none came, or it is deleted */
      url: z.string().nullable(),
      deleteDueAt: instant.nullable(),
      deletedAt: instant.nullable(),
    }),
  ),
  /** what a void would bring with it, a sentence each; empty: it is void */
  consequences: z.array(z.string()),
  /** when a void of it was undone; null: never */
  restoredAt: instant.nullable(),
  /** newest first */
  reviews: z.array(review),
})

export const capture_review = {
  list: defineCall({
    method: 'GET',
    path: '/capture_review/v1/list',
    audience: 'staff',
    permission: 'capture.review',
    summary: '待核查的考试：还没看的、等第二人确认的、已有结论的',
    request: z.object({ state: reviewState, year: queryYear.optional(), ...pageQuery }),
    response: pageOf(head),
    refusals: [],
  }),
  info: defineCall({
    method: 'GET',
    path: '/capture_review/v1/info',
    audience: 'staff',
    permission: 'capture.review',
    summary: '一次待核查的考试：抓拍与头像（10 分钟有效的私有链接）、结论经过、删除日期',
    request: z.object({ attemptId: id }),
    response: attempt,
    refusals: ['capture_review.notFound'],
  }),
  neighbours: defineCall({
    method: 'GET',
    path: '/capture_review/v1/neighbours',
    audience: 'staff',
    permission: 'capture.review',
    summary: '在同一个列表里，这次考试的上一个与下一个；它自己已不在列表里也可以',
    request: z.object({ attemptId: id, state: reviewState, year: queryYear.optional() }),
    response: z.object({
      previous: id.nullable(),
      next: id.nullable(),
      /** how many the list has beside this one */
      others: z.int(),
    }),
    refusals: [],
  }),
  propose: defineCall({
    method: 'POST',
    path: '/capture_review/v1/propose',
    audience: 'staff',
    permission: 'capture.review',
    summary: '第一人：建议保留或作废；仍可能不是本人过错时不能建议作废',
    labels: { proposal: '建议', causes: '可能的原因', ground: '作废的依据' },
    /** id is made by the client: a repeat finds the same review */
    request: z
      .object({
        id,
        attemptId: id,
        proposal,
        causes: z.array(innocentCause, '请勾选原因').max(10, '原因过多'),
        /** of a void */
        ground: voidGround.optional(),
        reason: text(200).min(2, '请填写理由'),
      })
      .superRefine(({ proposal: said, causes, ground }, context) => {
        if (said === 'KEEP' && ground)
          context.addIssue({ code: 'custom', path: ['ground'], message: '只有作废才选依据' })
        if (new Set(causes).size < causes.length)
          context.addIssue({ code: 'custom', path: ['causes'], message: '原因有重复' })
        if (said === 'VOID' && causes.length > 0)
          context.addIssue({
            code: 'custom',
            path: ['causes'],
            message: '仍可能不是本人的过错，不能建议作废',
          })
      }),
    response: attempt,
    refusals: [
      'capture_review.notFound',
      'capture_review.alreadyProposed',
      'capture_review.keyUsed',
      'exam.nothingToCompare',
    ],
  }),
  decide: defineCall({
    method: 'POST',
    path: '/capture_review/v1/decide',
    audience: 'staff',
    permission: 'capture.review',
    summary: '第二人：确认或驳回；确认作废即冲销学时、撤销证明',
    labels: { decision: '决定', seen: '作废的后果' },
    request: z.object({
      id,
      decision: z.enum(['CONFIRMED', 'REJECTED'], '请选择决定'),
      reason: text(200).min(2, '请填写理由'),
      /** of a void: the sentences of `consequences` that the person has seen */
      seen: z.array(text(300), '格式不正确').max(20, '条目过多').optional(),
    }),
    response: attempt,
    refusals: [
      'capture_review.notFound',
      'capture_review.secondPerson',
      'capture_review.decided',
      'exam.nothingToCompare',
      // `consequences`, as they are now, is in data
      'exam.consequencesChanged',
    ],
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/capture_review/v1/withdraw',
    audience: 'staff',
    permission: 'capture.review',
    summary: '第一人撤回自己还没有结论的建议',
    request: z.object({ id }),
    response: attempt,
    refusals: ['capture_review.notFound', 'capture_review.notProposer', 'capture_review.decided'],
  }),
}
