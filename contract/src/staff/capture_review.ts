import { z } from 'zod'
import { id, instant, pageQuery, pageShape, queryYear, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { voidGrounds } from '../rules/void-grounds.ts'

/** Harmless reasons for a doubtful picture, which reviewers must check first. */
export const innocentCaptureCause = z.enum(
  ['LIGHT', 'GLASSES', 'MASK', 'HAIR', 'OLD_PHOTO', 'NO_PHOTO', 'ANGLE', 'CAMERA_CHANGED', 'DEVICE', 'NETWORK'],
  '原因不正确',
)

/** OPEN: not reviewed. PROPOSED: a proposal waits for the second person. DONE: reviewed. */
const reviewState = z.enum(['OPEN', 'PROPOSED', 'DONE'], '状态不正确')
const proposal = z.enum(['KEEP', 'VOID'], '请选择保留或作废')
const voidGround = z.enum(voidGrounds, '依据不正确')
const compared = z.enum(['PHOTO', 'CAPTURES', 'NOTHING'])

const head = z.object({
  id,
  studentId: id,
  studentName: z.string(),
  courseTitle: z.string(),
  year: z.int(),
  no: z.int(),
  mode: z.enum(['CAMERA', 'MANUAL']),
  submittedAt: instant,
  /** SEALED is an offline submission, which is always flagged. */
  submittedBy: z.enum(['STUDENT', 'DEADLINE', 'SEALED', 'STAFF']),
  score: z.int(),
  passed: z.boolean(),
  voided: z.boolean(),
  /** Numbers of pictures requested and received; failed captures count as missing. */
  captures: z.object({ asked: z.int(), received: z.int(), missing: z.int() }),
  state: reviewState,
})

const review = z.object({
  id,
  proposal,
  ground: voidGround.nullable(),
  compared: compared.nullable(),
  causes: z.array(innocentCaptureCause),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: instant,
  decision: z.enum(['CONFIRMED', 'REJECTED', 'WITHDRAWN']).nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decideReason: z.string().nullable(),
  own: z.boolean(),
})

const attempt = head.extend({
  idNoMasked: z.string(),
  certificateNo: z.string(),
  phoneMasked: z.string().nullable(),
  photoUrl: z.string().nullable(),
  startedAt: instant,
  voidReason: z.string().nullable(),
  comparable: z.object({ photo: z.boolean(), captures: z.int() }),
  pictures: z.array(
    z.object({
      no: z.int(),
      dueAt: instant,
      receivedAt: instant.nullable(),
      failure: z.string().nullable(),
      /** Name of the camera; null when unknown or when it was deleted with the picture. */
      camera: z.string().nullable(),
      /**
       * Why the picture is doubtful: it came LATE, or it is REPEATED, which means identical to another picture of the
       * student.
       */
      doubt: z.enum(['LATE', 'REPEATED']).nullable(),
      url: z.string().nullable(),
      deleteDueAt: instant.nullable(),
      deletedAt: instant.nullable(),
    }),
  ),
  /** Consequences of a void, one sentence each; empty when already void. */
  consequences: z.array(z.string()),
  restoredAt: instant.nullable(),
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
    response: pageShape(head),
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
    /** The client makes the id, so a repeated call returns the same review. */
    request: z
      .object({
        id,
        attemptId: id,
        proposal,
        causes: z.array(innocentCaptureCause, '请勾选原因').max(10, '原因过多'),
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
      /** For a void proposal: the consequences that the person saw on screen. */
      seen: z.array(text(300), '格式不正确').max(20, '条目过多').optional(),
    }),
    response: attempt,
    refusals: [
      'capture_review.notFound',
      'capture_review.secondPerson',
      'capture_review.decided',
      'exam.nothingToCompare',
      // The refusal contains the current `consequences` in its data.
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
