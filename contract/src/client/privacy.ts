import { z } from 'zod'
import { emptyRequest, emptyResponse, fen, id, instant, reason, unstudiedYear } from '../common.ts'
import { defineCall } from '../define.ts'
import { certificateNo, idNo, idType, personName } from '../person-fields.ts'
import { maxTypedNameLength } from '../rules/person-name.ts'
import { passwordDigest } from './student.ts'

/** These fields are printed on proofs, so students cannot change them alone. */
export const correctionField = z.enum(['NAME', 'ID_NO', 'CERTIFICATE_NO'], '更正的项目不正确')
export const correctionState = z.enum(['OPEN', 'APPROVED', 'REFUSED', 'WITHDRAWN'], '状态不正确')

/** The student must type this text, so that an account is not closed by mistake. */
export const closingConfirmationText = '注销账号'

const wantedName = z.object({ field: z.literal('NAME'), value: personName })
const wantedIdNo = z.object({
  field: z.literal('ID_NO'),
  idType,
  value: idNo,
})
const wantedCertificate = z.object({ field: z.literal('CERTIFICATE_NO'), value: certificateNo })

const correction = z.object({
  id,
  field: correctionField,
  value: z.string(),
  reason: z.string(),
  fileName: z.string().nullable(),
  askedAt: instant,
  state: correctionState,
  settledAt: instant.nullable(),
  note: z.string(),
})

const dataExport = z.object({
  id,
  askedAt: instant,
  /**
   * MAKING: the data copy is being made. READY: see `url`. GONE: the copy was deleted. FAILED: the student must request
   * it again.
   */
  state: z.enum(['MAKING', 'READY', 'GONE', 'FAILED']),
  size: z.int().nullable(),
  /** Valid for ten minutes in this session; null unless READY. */
  url: z.string().nullable(),
  deletedOn: instant.nullable(),
})

const closing = z.object({
  waiting: z
    .object({
      askedAt: instant,
      dueAt: instant,
      held: z.string().nullable(),
    })
    .nullable(),
  coolingDays: z.int(),
  /** Sentences that tell the student why closing is impossible; empty when it is possible. */
  obstacles: z.array(z.string()),
  losses: z.array(unstudiedYear),
  lost: z.int(),
})

export const privacy = {
  consents: defineCall({
    method: 'GET',
    path: '/privacy/v1/consents',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '本人同意过的协议与告知：哪一版、何时；摄像头核验的同意是否有效',
    request: emptyRequest,
    response: z.object({
      agreements: z.array(
        z.object({
          document: z.string(),
          version: z.string(),
          at: instant,
          way: z.enum(['REGISTER', 'FIRST_SIGN_IN', 'NEW_VERSION']),
          current: z.boolean(),
        }),
      ),
      exams: z.array(
        z.object({
          courseTitle: z.string(),
          year: z.int(),
          mode: z.enum(['CAMERA', 'MANUAL']),
          version: z.string(),
          at: instant,
          counts: z.boolean(),
        }),
      ),
      cameraAllowed: z.boolean(),
      cameraWithdrawnAt: instant.nullable(),
    }),
    refusals: [],
  }),
  withdrawCamera: defineCall({
    method: 'POST',
    path: '/privacy/v1/withdraw_camera',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '撤回摄像头核验的同意：之后的考试改为人工核验；重复没有影响',
    request: emptyRequest,
    response: z.object({ changed: z.int() }),
    refusals: [],
  }),
  exports: defineCall({
    method: 'GET',
    path: '/privacy/v1/exports',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '本人申请过的个人信息副本，最新的在前',
    request: emptyRequest,
    response: z.object({
      list: z.array(dataExport),
      left: z.int(),
    }),
    refusals: [],
  }),
  export: defineCall({
    method: 'POST',
    path: '/privacy/v1/export',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '申请个人信息副本（需登录密码）；后台整理成一个 ZIP',
    request: z.object({ id, password: passwordDigest }),
    response: dataExport,
    refusals: [
      'student.wrongPassword',
      'student.locked',
      'privacy.exportRunning',
      'privacy.exportsSpent',
      'privacy.notFound',
    ],
  }),
  corrections: defineCall({
    method: 'GET',
    path: '/privacy/v1/corrections',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '本人的更正申请，最新的在前',
    request: emptyRequest,
    /** A correction request and its evidence are deleted `keptDays` after the decision. */
    response: z.object({ list: z.array(correction), keptDays: z.int() }),
    refusals: [],
  }),
  correct: defineCall({
    method: 'POST',
    path: '/privacy/v1/correct',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '申请更正姓名、证件号或资格证书编号；每一项同时只能有一份',
    labels: { value: '正确的内容', field: '更正的项目', fileId: '佐证材料' },
    request: z
      .object({
        id,
        field: correctionField,
        idType: idType.optional(),
        value: z.string('请填写正确的内容').trim().min(1, '请填写正确的内容').max(maxTypedNameLength, '过长'),
        reason,
        fileId: id.optional(),
      })
      // Checks and normalises the new value with the schema of its field.
      .transform(({ field, idType, value, ...rest }, context) => {
        const one = { NAME: wantedName, ID_NO: wantedIdNo, CERTIFICATE_NO: wantedCertificate }[field]
        const result = one.safeParse({ field, idType, value })
        for (const { path, message } of result.error?.issues ?? [])
          context.addIssue({ code: 'custom', path: [...path], message })
        return { ...rest, field, idType, value: result.data?.value ?? value }
      }),
    response: correction,
    refusals: [
      'privacy.correctionOpen',
      'privacy.correctionsSpent',
      'privacy.sameAsNow',
      'privacy.badFile',
      'privacy.notFound',
      'common.keyUsed',
    ],
  }),
  withdrawCorrection: defineCall({
    method: 'POST',
    path: '/privacy/v1/withdraw_correction',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '撤回还没有决定的更正申请；重复没有影响',
    request: z.object({ id }),
    response: correction,
    refusals: ['privacy.notFound', 'privacy.correctionSettled'],
  }),
  closing: defineCall({
    method: 'GET',
    path: '/privacy/v1/closing',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '注销账号：现在能否注销、还有什么没有办结、是否已在冷静期',
    request: emptyRequest,
    response: closing,
    refusals: [],
  }),
  close: defineCall({
    method: 'POST',
    path: '/privacy/v1/close',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '申请注销账号（需登录密码并输入“注销账号”）；冷静期内可以撤回',
    labels: { confirm: '确认文字', lost: '放弃的金额' },
    request: z.object({
      id,
      password: passwordDigest,
      confirm: z.literal(closingConfirmationText, `请输入“${closingConfirmationText}”`),
      lost: fen.optional(),
    }),
    response: closing,
    refusals: [
      'student.wrongPassword',
      'student.locked',
      'privacy.closingHindered',
      'privacy.closingsSpent',
      'privacy.lossUnconfirmed',
      'privacy.notFound',
    ],
  }),
  keepAccount: defineCall({
    method: 'POST',
    path: '/privacy/v1/keep_account',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '撤回注销申请，继续使用账号；重复没有影响',
    request: emptyRequest,
    response: emptyResponse,
    refusals: [],
  }),
}
