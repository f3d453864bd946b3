import { z } from 'zod'
import { correctionField, correctionState } from '../client/privacy.ts'
import { id, instant, pageQuery, pageShape, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { idType } from '../person-fields.ts'

const head = z.object({
  id,
  studentId: id,
  studentName: z.string(),
  phoneMasked: z.string(),
  field: correctionField,
  askedAt: instant,
  state: correctionState,
  settledAt: instant.nullable(),
  decidedBy: z.string().nullable(),
})

/** The id number is unmasked for comparison with the evidence. */
const request = head.extend({
  idType: idType.nullable(),
  before: z.string(),
  wanted: z.string(),
  reason: z.string(),
  note: z.string(),
  /** The other account that has this number, so the correction cannot be approved. */
  takenBy: z.object({ id, name: z.string(), phoneMasked: z.string() }).nullable(),
  /** Approving the correction issues the valid proof again. */
  renewsProof: z.boolean(),
  evidence: z
    .object({
      name: z.string(),
      mime: z.string(),
      /** Private link to the evidence, valid for ten minutes; null when the file was deleted. */
      url: z.string().nullable(),
    })
    .nullable(),
})

export const privacy = {
  corrections: defineCall({
    method: 'GET',
    path: '/privacy/v1/corrections',
    audience: 'staff',
    permission: 'student.read',
    summary: '学员的更正申请；待决定的按先后，其余最新的在前',
    request: z.object({ state: correctionState.optional(), ...pageQuery }),
    response: pageShape(head),
    refusals: [],
  }),
  correction: defineCall({
    method: 'GET',
    path: '/privacy/v1/correction',
    audience: 'staff',
    permission: 'student.edit',
    summary: '一份更正申请：现在的内容、申请的内容、原因与佐证材料；查看写入操作日志',
    request: z.object({ id }),
    response: request,
    refusals: ['privacy.notFound'],
  }),
  decideCorrection: defineCall({
    method: 'POST',
    path: '/privacy/v1/decide_correction',
    audience: 'staff',
    permission: 'student.edit',
    summary: '同意或不同意更正；同意时资料随即更正，有效的学时证明随之换发；重复没有影响',
    labels: { decision: '决定', note: '意见' },
    request: z
      .object({
        id,
        decision: z.enum(['APPROVED', 'REFUSED'], '请选择决定'),
        note: text(200),
      })
      .refine(({ decision, note }) => decision === 'APPROVED' || note.length >= 2, {
        path: ['note'],
        message: '请填写不同意的原因',
      }),
    response: request,
    refusals: [
      'privacy.notFound',
      'privacy.correctionSettled',
      'student_desk.closed',
      'student_desk.erased',
      'student_desk.numberTaken',
    ],
  }),
}
