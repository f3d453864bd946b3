import { z } from 'zod'
import { messageChannel, messageContentFields } from '../client/message.ts'
import {
  emptyResponse,
  hours,
  id,
  instant,
  pageQuery,
  pageShape,
  perSubject,
  proofState,
  reason,
  signState,
  text,
  titleCode,
  unstudiedYear,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { certificateNo, idNo, idType, nameKeyword, organisationName, personName, phone } from '../person-fields.ts'
import { searchLimits, studentSearchRules } from '../rules/search-limits.ts'

/** The search words are written to the audit log. */
const name = nameKeyword(searchLimits.students).optional()

/** LOCKED for minutes after wrong passwords; CLOSED by a merge; ERASED at the student's request. */
export const accountState = z.enum(['ACTIVE', 'LOCKED', 'CLOSED', 'ERASED'], '状态不正确')

const head = z.object({
  id,
  name: z.string(),
  phoneMasked: z.string(),
  idType,
  idNoMasked: z.string(),
  certificateNo: z.string(),
  employer: z.string().nullable(),
  state: accountState,
  hasInitialPassword: z.boolean(),
  createdAt: instant,
})

/** Another account that may belong to the same person, with the reason. */
const likeness = head.extend({
  alike: z.array(z.enum(['NAME', 'ID_TAIL', 'CERTIFICATE'])),
})

const standing = {
  obstacles: z.array(z.string()),
  /**
   * Study time in seconds that both accounts earned at the same moments, which is impossible for one person; `restarts`
   * lists the courses of the closed account that begin again after the merge.
   */
  overlap: z
    .object({
      seconds: z.number(),
      restarts: z.array(z.object({ year: z.int(), title: z.string() })),
    })
    .nullable(),
  /** Free years in which both accounts have signed up; for each course the better progress is kept. */
  freeYears: z.array(z.int()),
}

const merge = z.object({
  id,
  kept: head,
  closed: head,
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: instant,
  state: z.enum(['PROPOSED', 'DONE', 'REJECTED', 'WITHDRAWN']),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decideReason: z.string().nullable(),
  ...standing,
  own: z.boolean(),
  outcome: z
    .object({
      years: z.array(z.int()),
      orders: z.int(),
      hours,
      skipped: z.int(),
      restarted: z.int(),
    })
    .nullable(),
})

export const student_desk = {
  list: defineCall({
    method: 'POST',
    path: '/student_desk/v1/list',
    audience: 'staff',
    permission: 'student.read',
    summary: '查找学员：姓名、手机号、证件号末四位、资格证书编号、执业单位',
    labels: { idTail: '证件号末四位' },
    request: z.object({
      name,
      phone: z
        .string()
        .max(60, { error: studentSearchRules.phone.msg, abort: true })
        .overwrite(studentSearchRules.phone.fold)
        .regex(studentSearchRules.phone.pattern, studentSearchRules.phone.msg)
        .optional(),
      /** The last four digits only: more digits would let people guess the birth date. */
      idTail: z
        .string()
        .max(60, { error: studentSearchRules.idTail.msg, abort: true })
        .overwrite(studentSearchRules.idTail.fold)
        .regex(studentSearchRules.idTail.pattern, studentSearchRules.idTail.msg)
        .optional(),
      certificateNo: text(searchLimits.certificateNo)
        .overwrite(studentSearchRules.certificateNo.fold)
        .regex(studentSearchRules.certificateNo.pattern, studentSearchRules.certificateNo.msg)
        .optional(),
      employer: organisationName(searchLimits.students).optional(),
      state: accountState.optional(),
      ...pageQuery,
    }),
    response: pageShape(head),
    refusals: [],
  }),
  info: defineCall({
    method: 'GET',
    path: '/student_desk/v1/info',
    audience: 'staff',
    permission: 'student.read',
    summary: '一名学员：资料、各年度报名与学时、登录会话、锁定状态、可能重复的账号',
    request: z.object({ id }),
    response: head.extend({
      gender: z.enum(['MALE', 'FEMALE']).nullable(),
      titleCode,
      registrationNo: z.string().nullable(),
      city: z.string().nullable(),
      email: z.string().nullable(),
      /** After a payment only staff can change the name and the id number. */
      nameLocked: z.boolean(),
      lockedMinutes: z.int(),
      failures: z.int(),
      mergedInto: head.nullable(),
      /** Time when the student had the account closed and erased. */
      erasedAt: instant.nullable(),
      closing: z
        .object({
          askedAt: instant,
          dueAt: instant,
          held: z.string().nullable(),
          losses: z.array(unstudiedYear),
          lost: z.int(),
        })
        .nullable(),
      years: z.array(
        z.object({
          year: z.int(),
          trial: z.boolean(),
          signId: id.nullable(),
          signState: signState.nullable(),
          required: perSubject(hours).nullable(),
          earned: perSubject(hours),
          proofState,
          proofNumber: z.string().nullable(),
          proofId: id.nullable(),
          /** Characters that no font has, for which the proof waits. */
          waitingFor: z.string(),
        }),
      ),
      sessions: z.array(z.object({ id: z.string(), createdAt: instant, seenAt: instant })),
      alike: z.array(likeness),
      merges: z.array(merge),
    }),
    refusals: ['student_desk.notFound'],
  }),
  securityLog: defineCall({
    method: 'GET',
    path: '/student_desk/v1/security_log',
    audience: 'staff',
    permission: 'student.read',
    summary: '一名学员的安全日志',
    labels: { studentId: '学员编号' },
    request: z.object({ studentId: id, ...pageQuery }),
    response: pageShape(
      z.object({
        id: z.string(),
        at: instant,
        event: z.string(),
        ip: z.string().nullable(),
        userAgent: z.string().nullable(),
      }),
    ),
    refusals: ['student_desk.notFound'],
  }),
  messages: defineCall({
    method: 'GET',
    path: '/student_desk/v1/messages',
    audience: 'staff',
    permission: 'student.read',
    summary: '平台通知过一名学员什么、何时、是否已读、发出站外没有；最新的在前',
    labels: { studentId: '学员编号' },
    request: z.object({ studentId: id, ...pageQuery }),
    response: pageShape(
      z.object({
        ...messageContentFields,
        at: instant,
        readAt: instant.nullable(),
        outside: z.array(
          z.object({
            channel: messageChannel,
            state: z.enum(['WAITING', 'SENT', 'FAILED', 'DROPPED']),
            sentAt: instant.nullable(),
          }),
        ),
      }),
    ),
    refusals: ['student_desk.notFound'],
  }),
  reveal: defineCall({
    method: 'POST',
    path: '/student_desk/v1/reveal',
    audience: 'staff',
    permission: 'student.reveal',
    summary: '查看完整手机号与证件号；写入操作日志',
    request: z.object({ id, reason }),
    response: z.object({ phone: z.string(), idNo: z.string() }),
    refusals: ['student_desk.notFound', 'student_desk.erased'],
  }),
  resetPassword: defineCall({
    method: 'POST',
    path: '/student_desk/v1/reset_password',
    audience: 'staff',
    permission: 'student.edit',
    summary: '重置密码：给出一次性初始密码，原密码与全部登录随即失效',
    /** The client makes the key, so a repeated call creates no second password. */
    request: z.object({ id, key: id, reason }),
    response: z.object({ password: z.string() }),
    refusals: [
      'student_desk.notFound',
      'student_desk.closed',
      'student_desk.erased',
      'common.passwordGiven',
      'common.keyUsed',
    ],
  }),
  unlock: defineCall({
    method: 'POST',
    path: '/student_desk/v1/unlock',
    audience: 'staff',
    permission: 'student.edit',
    summary: '解除因连续输错密码造成的锁定',
    request: z.object({ id, reason }),
    response: emptyResponse,
    refusals: ['student_desk.notFound', 'student_desk.closed', 'student_desk.erased'],
  }),
  endSessions: defineCall({
    method: 'POST',
    path: '/student_desk/v1/end_sessions',
    audience: 'staff',
    permission: 'student.edit',
    summary: '结束学员的一个或全部登录',
    labels: { sessionId: '会话编号' },
    request: z.object({
      id,
      sessionId: z
        .string()
        .regex(/^[0-9a-f]{64}$/, '会话编号不正确')
        .optional(),
      reason,
    }),
    response: z.object({ ended: z.int() }),
    refusals: ['student_desk.notFound'],
  }),
  correct: defineCall({
    method: 'POST',
    path: '/student_desk/v1/correct',
    audience: 'staff',
    permission: 'student.edit',
    summary: '更正姓名、证件、手机号或资格证书编号；有效的学时证明随之换发',
    request: z.object({
      id,
      name: personName.optional(),
      idType: idType.optional(),
      idNo: idNo.optional(),
      phone: phone.optional(),
      certificateNo: certificateNo.optional(),
      reason,
    }),
    response: z.object({
      reissued: z.array(z.object({ year: z.int(), number: z.string() })),
      /** Characters of the new name that no font has. */
      unprintable: z.string(),
    }),
    refusals: ['student_desk.notFound', 'student_desk.closed', 'student_desk.erased', 'student_desk.numberTaken'],
  }),
  merges: defineCall({
    method: 'GET',
    path: '/student_desk/v1/merges',
    audience: 'staff',
    permission: 'student.read',
    summary: '合并重复账号的申请，待确认的在前',
    request: z.object(pageQuery),
    response: pageShape(merge),
    refusals: [],
  }),
  mergeCheck: defineCall({
    method: 'GET',
    path: '/student_desk/v1/merge_check',
    audience: 'staff',
    permission: 'student.merge',
    summary: '申请合并之前：有什么妨碍，两个账号是否在同一时刻计入过学习',
    labels: { keptId: '保留的账号', closedId: '关闭的账号' },
    request: z.object({ keptId: id, closedId: id }),
    response: z.object(standing),
    refusals: ['student_desk.notFound', 'student_desk.closed', 'student_desk.sameAccount', 'course.recordUnavailable'],
  }),
  proposeMerge: defineCall({
    method: 'POST',
    path: '/student_desk/v1/propose_merge',
    audience: 'staff',
    permission: 'student.merge',
    summary: '申请合并同一人的两个账号；由另一名工作人员确认',
    labels: { keptId: '保留的账号', closedId: '关闭的账号' },
    /** The client makes the id, so a repeated call returns the same proposal. */
    request: z.object({ id, keptId: id, closedId: id, reason }),
    response: merge,
    refusals: [
      'student_desk.notFound',
      'student_desk.closed',
      'student_desk.sameAccount',
      'student_desk.mergeOpen',
      'student_desk.mergeHindered',
      'student_desk.keyUsed',
      'course.recordUnavailable',
    ],
  }),
  decideMerge: defineCall({
    method: 'POST',
    path: '/student_desk/v1/decide_merge',
    audience: 'staff',
    permission: 'student.merge',
    summary: '确认或驳回合并；须与申请人不是同一人',
    labels: { decision: '决定' },
    request: z.object({ id, decision: z.enum(['DONE', 'REJECTED'], '请选择决定'), reason }),
    response: merge,
    refusals: [
      'student_desk.notFound',
      'student_desk.closed',
      'student_desk.secondPerson',
      'student_desk.decided',
      'student_desk.mergeHindered',
      'course.recordUnavailable',
    ],
  }),
  withdrawMerge: defineCall({
    method: 'POST',
    path: '/student_desk/v1/withdraw_merge',
    audience: 'staff',
    permission: 'student.merge',
    summary: '申请人撤回自己还没有结论的合并申请',
    request: z.object({ id }),
    response: merge,
    refusals: ['student_desk.notFound', 'student_desk.notProposer', 'student_desk.decided'],
  }),
}
