import { z } from 'zod'
import {
  evidenceFile,
  hoursMode,
  reductionRule,
  reductionState,
  reductionStep,
  reductionSummary,
  reductionTypeCode,
  subjectScope,
} from '../client/course_reduce.ts'
import { date, hours, id, instant, pageQuery, pageShape, queryYear, subject, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { personKeyword } from '../person-fields.ts'
import { searchLimits } from '../rules/search-limits.ts'

const staffRule = reductionRule.extend({
  /** Number of different reviewers that an application needs: one or two. */
  levels: z.int(),
  /** Percentage of approved applications checked by another reviewer. */
  samplePercent: z.int(),
})

const oneDecimal = (max: number) =>
  z
    .number('应为数字')
    .min(0.1, '至少 0.1')
    .max(max, `不能超过 ${max}`)
    .refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, '最多一位小数')

const newRule = z
  .object({
    name: text(40).min(2, '请填写名称'),
    subjectScope,
    hoursMode,
    hours: oneDecimal(300).nullable(),
    unit: text(4).nullable(),
    yearCap: oneDecimal(300).nullable(),
    evidence: text(500).min(2, '请说明需要的佐证材料'),
    minFiles: z.int('应为整数').min(1, '至少 1 个').max(9, '最多 9 个'),
    applyFrom: date.nullable(),
    applyTo: date.nullable(),
    levels: z.int('请选择审核级数').min(1, '至少一级').max(2, '最多两级'),
    samplePercent: z.int('应为整数').min(0, '不能小于 0').max(100, '不能超过 100'),
  })
  .superRefine((rule, context) => {
    const wrong = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if ((rule.hoursMode === 'FULL_YEAR') !== (rule.hours === null))
      wrong('hours', rule.hours === null ? '请填写学时' : '全年减免不填学时')
    if ((rule.hoursMode === 'PER_UNIT') !== Boolean(rule.unit))
      wrong('unit', rule.unit ? '只有按件计算才填单位' : '请填写单位，如“篇”')
    if (rule.applyFrom && rule.applyTo && rule.applyTo < rule.applyFrom) wrong('applyTo', '截止日不能早于开始日')
    if (rule.yearCap !== null && rule.hours !== null && rule.yearCap < rule.hours)
      wrong('yearCap', '年度上限不能小于一次的学时')
  })

/** FIRST and FINAL wait for the first or final reviewer, SAMPLE for the second check; the other values are states. */
const reductionStage = z.enum(
  ['FIRST', 'FINAL', 'SAMPLE', 'RETURNED', 'APPROVED', 'REJECTED', 'REVERSED'],
  '进度不正确',
)

const head = reductionSummary.extend({
  version: z.int(),
  studentId: id,
  studentName: z.string(),
  stage: reductionStage.nullable(),
  /** Number of evidence files that another application contains too. */
  duplicates: z.int(),
  /** Approved or waiting applications of the same student and type whose days overlap this one (decision 042). */
  overlapping: z.int(),
})

const application = head.extend({
  idNoMasked: z.string(),
  certificateNo: z.string(),
  employer: z.string(),
  reason: z.string(),
  typeVersion: z.int(),
  rule: staffRule,
  reverseReason: z.string().nullable(),
  /** Hours of the year in this subject; `byType` counts only those of this reduction type. */
  standing: z.object({ required: hours, earned: hours, byType: hours }),
  attachments: z.array(
    evidenceFile.extend({
      alsoIn: z.array(
        z.object({
          id,
          applyNo: z.string(),
          studentName: z.string(),
          sameStudent: z.boolean(),
          typeName: z.string(),
          year: z.int(),
          state: reductionState,
        }),
      ),
    }),
  ),
  overlaps: z.array(
    z.object({
      id,
      applyNo: z.string(),
      year: z.int(),
      startDate: z.string(),
      endDate: z.string(),
      state: reductionState,
    }),
  ),
  steps: z.array(reductionStep.extend({ by: z.string(), hours: hours.nullable() })),
  /** Why the caller cannot decide now; null when the caller can. */
  hindrance: z.string().nullable(),
})

const type = z.object({
  id,
  code: z.string(),
  version: z.int(),
  enabled: z.boolean(),
  rule: staffRule,
  used: z.int(),
  updatedAt: instant,
  updatedBy: z.string(),
})

const version = z.int('版本不正确').min(1, '版本不正确')
const opinion = text(200).min(2, '请填写意见')

export const course_reduce = {
  types: defineCall({
    method: 'GET',
    path: '/course_reduce/v1/types',
    audience: 'staff',
    permission: 'reduction.read',
    summary: '减免类型字典：现行规则',
    request: z.object({}),
    response: z.object({ list: z.array(type) }),
    refusals: [],
  }),
  saveType: defineCall({
    method: 'POST',
    path: '/course_reduce/v1/save_type',
    audience: 'staff',
    permission: 'reduction.types',
    summary: '新建减免类型或改它的规则；已经提交的申请仍按提交时的规则',
    labels: { name: '名称', code: '代码' },
    request: z.object({
      id,
      /** The version that the editor read; it is 0 for a new row. */
      version: z.int('版本不正确').min(0, '版本不正确'),
      code: reductionTypeCode,
      enabled: z.boolean('请选择是否启用'),
      rule: newRule,
    }),
    response: type,
    refusals: ['reduction.noSuchType', 'reduction.typeStale', 'reduction.codeTaken'],
  }),
  list: defineCall({
    method: 'POST',
    path: '/course_reduce/v1/list',
    audience: 'staff',
    permission: 'reduction.read',
    summary: '减免申请：待初审、待复审、待抽查与已处理的；等得最久的在前',
    request: z.object({
      stage: reductionStage,
      year: queryYear.optional(),
      typeCode: reductionTypeCode.optional(),
      subject: subject.optional(),
      keyword: personKeyword(searchLimits.reductions).optional(),
      ...pageQuery,
    }),
    response: pageShape(head),
    refusals: [],
  }),
  info: defineCall({
    method: 'GET',
    path: '/course_reduce/v1/info',
    audience: 'staff',
    permission: 'reduction.read',
    summary: '一份减免申请：佐证材料、内容相同的材料、审核经过',
    request: z.object({ id }),
    response: application,
    refusals: ['reduction.notFound'],
  }),
  decide: defineCall({
    method: 'POST',
    path: '/course_reduce/v1/decide',
    audience: 'staff',
    permission: 'reduction.review',
    summary: '审核：通过（末级通过即写入学时台账）、退回补正或驳回',
    labels: { hours: '核定学时', opinion: '意见', despiteOverlap: '日期重叠的申请' },
    request: z
      .object({
        id,
        version,
        decision: z.enum(['APPROVE', 'RETURN', 'REJECT'], '请选择决定'),
        /** Granted hours, at most the requested ones; null grants the requested hours. */
        hours: oneDecimal(300).nullable().default(null),
        opinion: text(200).default(''),
        /** Overlapping approved applications that the reviewer saw and explained in the opinion. */
        despiteOverlap: z.array(id).max(50, '重叠的申请过多').default([]),
      })
      .superRefine(({ decision, opinion: said, hours: granted, despiteOverlap }, context) => {
        if (decision === 'APPROVE' && despiteOverlap.length > 0 && said.length < 2)
          context.addIssue({ code: 'custom', path: ['opinion'], message: '请说明为何不是同一活动' })
        if (decision !== 'APPROVE' && said.length < 2)
          context.addIssue({ code: 'custom', path: ['opinion'], message: '请填写意见' })
        if (decision !== 'APPROVE' && granted !== null)
          context.addIssue({ code: 'custom', path: ['hours'], message: '只有通过才核定学时' })
      }),
    response: application,
    refusals: [
      'reduction.notFound',
      'reduction.reviewStale',
      'reduction.notInReview',
      'reduction.secondPerson',
      'reduction.againstRule',
      'reduction.overCap',
      'reduction.overlapping',
    ],
  }),
  approveAll: defineCall({
    method: 'POST',
    path: '/course_reduce/v1/approve_all',
    audience: 'staff',
    permission: 'reduction.review',
    summary: '批量通过；一份不行不影响其他；材料或日期与其他申请相同的须逐份审核',
    labels: { opinion: '意见' },
    request: z.object({
      items: z.array(z.object({ id, version }), '请选择申请').min(1, '请选择申请').max(50, '一次最多 50 份'),
      opinion: text(200).default(''),
    }),
    response: z.object({
      list: z.array(z.object({ id, applyNo: z.string(), done: z.boolean(), problem: z.string().nullable() })),
    }),
    /** The refusal is about one of the applications; its `problem` names that application. */
    refusals: ['reduction.singly'],
  }),
  check: defineCall({
    method: 'POST',
    path: '/course_reduce/v1/check',
    audience: 'staff',
    permission: 'reduction.review',
    summary: '抽查：另一名审核员确认无误，或冲销学时',
    labels: { opinion: '意见' },
    request: z.object({
      id,
      version,
      verdict: z.enum(['PASS', 'REVERSE'], '请选择结论'),
      opinion,
    }),
    response: application,
    refusals: [
      'reduction.notFound',
      'reduction.reviewStale',
      'reduction.notSampled',
      'reduction.secondPerson',
      'reduction.notInLedger',
    ],
  }),
  reverse: defineCall({
    method: 'POST',
    path: '/course_reduce/v1/reverse',
    audience: 'staff',
    permission: 'reduction.review',
    summary: '冲销已通过的减免：学时收回，相关证明撤销或重新出具',
    request: z.object({ id, version, reason: opinion }),
    response: application,
    refusals: ['reduction.notFound', 'reduction.reviewStale', 'reduction.notApproved', 'reduction.notInLedger'],
  }),
}
