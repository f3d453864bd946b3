import { z } from 'zod'
import { messageChannel, messageKind } from '../client/message.ts'
import {
  done,
  hours,
  id,
  instant,
  pageOf,
  pageQuery,
  perSubject,
  proofState,
  reason,
  signState,
  text,
  titleCode,
  unstudied,
} from '../common.ts'
import { defineCall } from '../define.ts'
import {
  certificateNo,
  idNo,
  idType,
  nameWords,
  organisationName,
  personName,
  phone,
} from '../person-fields.ts'
import { searchedNumbers, searchLimits } from '../rules/search-limits.ts'

/** goes to the log */
const name = nameWords(searchLimits.students).optional()

/** ACTIVE · LOCKED: too many wrong passwords, for some minutes · CLOSED: merged into another account · ERASED: closed by its student */
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
  /** still the password that staff gave */
  hasInitialPassword: z.boolean(),
  createdAt: instant,
})

/** another account that may be the same person's, and by what */
const likeness = head.extend({
  alike: z.array(z.enum(['NAME', 'ID_TAIL', 'CERTIFICATE'])),
})

/** how two accounts stand to each other before they become one */
const standing = {
  /** what hinders it now; empty: nothing */
  obstacles: z.array(z.string()),
  /** study was credited to both at the same moments, more than one clock gives; these courses of the closed account begin anew */
  overlap: z
    .object({
      seconds: z.number(),
      restarts: z.array(z.object({ year: z.int(), title: z.string() })),
    })
    .nullable(),
  /** years without a price that both signed up for: of each course the one that was got further with goes on */
  freeYears: z.array(z.int()),
}

const merge = z.object({
  id,
  kept: head,
  closed: head,
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: instant,
  /** WITHDRAWN: by who proposed it */
  state: z.enum(['PROPOSED', 'DONE', 'REJECTED', 'WITHDRAWN']),
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decideReason: z.string().nullable(),
  ...standing,
  /** proposed by who asks: another person decides */
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
      /** whole, or its last four digits */
      phone: z
        .string()
        .max(60, { error: searchedNumbers.phone.msg, abort: true })
        .overwrite(searchedNumbers.phone.fold)
        .regex(searchedNumbers.phone.pattern, searchedNumbers.phone.msg)
        .optional(),
      /** the four that a masked one shows: a longer end would give away the month and day of birth, one guess after the other */
      idTail: z
        .string()
        .max(60, { error: searchedNumbers.idTail.msg, abort: true })
        .overwrite(searchedNumbers.idTail.fold)
        .regex(searchedNumbers.idTail.pattern, searchedNumbers.idTail.msg)
        .optional(),
      certificateNo: text(searchLimits.certificateNo)
        .overwrite(searchedNumbers.certificateNo.fold)
        .regex(searchedNumbers.certificateNo.pattern, searchedNumbers.certificateNo.msg)
        .optional(),
      employer: organisationName(searchLimits.students).optional(),
      state: accountState.optional(),
      ...pageQuery,
    }),
    response: pageOf(head),
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
      /** paid once: the student cannot change name and ID any more, staff can */
      nameLocked: z.boolean(),
      lockedMinutes: z.int(),
      /** wrong passwords that count towards a lock */
      failures: z.int(),
      mergedInto: head.nullable(),
      /** closed at the student's own wish, and erased: since when */
      erasedAt: instant.nullable(),
      /** the student's wish to close the account, waiting for its day */
      closing: z
        .object({
          askedAt: instant,
          dueAt: instant,
          held: z.string().nullable(),
          /** what was paid and is not studied yet, now */
          losses: z.array(unstudied),
          /** the sum that the student agreed to lose, in fen */
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
          /** letters for which its proof waits; none: it does not */
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
    response: pageOf(
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
    response: pageOf(
      z.object({
        id,
        kind: messageKind,
        title: z.string(),
        body: z.string(),
        at: instant,
        readAt: instant.nullable(),
        /** by each way out of the portal that the student had agreed to */
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
    /** key is made by the client: a repeat makes no second password */
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
    response: done,
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
      /** none: all of them */
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
    /** proofs issued anew in place of the revoked ones */
    response: z.object({
      reissued: z.array(z.object({ year: z.int(), number: z.string() })),
      /** letters of the new name that no print font has yet: its proofs wait until staff have added one */
      unprintable: z.string(),
    }),
    refusals: [
      'student_desk.notFound',
      'student_desk.closed',
      'student_desk.erased',
      'student_desk.numberTaken',
    ],
  }),
  merges: defineCall({
    method: 'GET',
    path: '/student_desk/v1/merges',
    audience: 'staff',
    permission: 'student.read',
    summary: '合并重复账号的申请，待确认的在前',
    request: z.object(pageQuery),
    response: pageOf(merge),
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
    refusals: ['student_desk.notFound', 'student_desk.closed', 'student_desk.sameAccount'],
  }),
  proposeMerge: defineCall({
    method: 'POST',
    path: '/student_desk/v1/propose_merge',
    audience: 'staff',
    permission: 'student.merge',
    summary: '申请合并同一人的两个账号；由另一名工作人员确认',
    labels: { keptId: '保留的账号', closedId: '关闭的账号' },
    /** id is made by the client: a repeat finds the same proposal */
    request: z.object({ id, keptId: id, closedId: id, reason }),
    response: merge,
    refusals: [
      'student_desk.notFound',
      'student_desk.closed',
      'student_desk.sameAccount',
      'student_desk.mergeOpen',
      'student_desk.mergeHindered',
      'student_desk.keyUsed',
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
