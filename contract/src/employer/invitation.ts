import { z } from 'zod'
import { refundRequestState } from '../client/order.ts'
import { emptyRequest, fen, id, instant, pageQuery, pageShape, payType, planState, text } from '../common.ts'
import { defineCall } from '../define.ts'
import {
  columnMapping,
  importField,
  importReport,
  importRow,
  importRowsRequest,
  importTableChoice,
  returnedRowsFile,
} from '../import-report.ts'
import { nameKeyword } from '../person-fields.ts'
import { invitationFieldLabels } from '../rules/import-fields.ts'
import { memberStates } from '../rules/member-states.ts'
import { searchLimits } from '../rules/search-limits.ts'
import { invitationMoney } from './invitation-money.ts'

export const invitationListField = importField(invitationFieldLabels)
const mapping = columnMapping(invitationListField)

const report = importReport(invitationListField).extend({ planId: id, planTitle: z.string() })

/** The states are explained in contract/src/rules/member-states.ts. */
const memberState = z.enum(memberStates, '状态不正确')

const member = z.object({
  id,
  name: z.string(),
  /** The last four characters of the number given by the employer tell namesakes apart. */
  numberEnd: z.string(),
  state: memberState,
  /** The person agreed with only a certificate number, and nobody has verified the identity. */
  byCertificateOnly: z.boolean(),
  invitedAt: instant,
  orderNo: z.string().nullable(),
  refundRequest: refundRequestState.nullable(),
  mayWithdrawRefund: z.boolean(),
  /** Whether a refund can be requested. No reason is given, because it would reveal the person's studies. */
  mayRefund: z.boolean(),
})

const plan = z.object({
  id,
  year: z.int(),
  title: z.string(),
  state: planState,
  price: fen,
  signEndAt: instant,
})

export const invitation = {
  plans: defineCall({
    method: 'GET',
    path: '/invitation/v1/plans',
    audience: 'employer',
    summary: '年度计划及报名费，新的在前',
    request: emptyRequest,
    response: z.object({ list: z.array(plan), payTypes: z.array(payType) }),
    refusals: [],
  }),
  check: defineCall({
    method: 'POST',
    path: '/invitation/v1/check',
    audience: 'employer',
    summary: '预览：读取名单（Excel、CSV），逐行报告，不写入；不核对是否为本平台学员',
    labels: { planId: '年度', content: '名单文件', fileName: '文件名' },
    request: z.object({
      /** The client makes the id, so a repeated call returns the same report. */
      importId: id,
      planId: id,
      fileName: text(120).min(1, '请选择文件'),
      content: z.base64('文件无法读取').min(4, '文件是空的').max(2_800_000, '文件超过 2 MB'),
      ...importTableChoice,
      mapping: mapping.nullable(),
    }),
    response: report,
    refusals: ['invitation.noPlan', 'invitation.badFile', 'invitation.conflict', 'invitation.importNotFound'],
  }),
  checkState: defineCall({
    method: 'GET',
    path: '/invitation/v1/check_state',
    audience: 'employer',
    summary: '预览的结果',
    request: z.object({ importId: id }),
    response: report,
    refusals: ['invitation.importNotFound'],
  }),
  checkRows: defineCall({
    method: 'GET',
    path: '/invitation/v1/check_rows',
    audience: 'employer',
    summary: '预览的逐行报告',
    request: importRowsRequest,
    response: pageShape(importRow),
    refusals: ['invitation.importNotFound'],
  }),
  returned: defineCall({
    method: 'POST',
    path: '/invitation/v1/returned',
    audience: 'employer',
    summary: '下载退回表：没有写入的行，原来的列加一列“问题”（Excel，Base64）；留审计记录',
    request: z.object({ importId: id }),
    response: returnedRowsFile,
    refusals: ['invitation.importNotFound', 'invitation.nothingToReturn'],
  }),
  write: defineCall({
    method: 'POST',
    path: '/invitation/v1/write',
    audience: 'employer',
    summary: '按预览写入：能导入的每一行成为一份邀请，由本人确认；重复提交没有影响',
    request: z.object({ importId: id }),
    response: report,
    refusals: [
      'invitation.importNotFound',
      'invitation.notChecked',
      'invitation.planClosed',
      'invitation.listsSpent',
      'invitation.tooMany',
    ],
  }),
  list: defineCall({
    method: 'POST',
    path: '/invitation/v1/list',
    audience: 'employer',
    summary: '某一年度的名单，只有完成状态',
    labels: { planId: '年度' },
    request: z.object({
      planId: id,
      state: memberState.optional(),
      keyword: nameKeyword(searchLimits.members).optional(),
      ...pageQuery,
    }),
    response: pageShape(member).extend({ counts: z.record(z.string(), z.int()) }),
    refusals: [],
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/invitation/v1/withdraw',
    audience: 'employer',
    summary: '移出名单：尚未下单的；已下单的先取消订单',
    request: z.object({
      ids: z.array(id, '请选择人员').min(1, '请选择人员').max(1000, '人员过多'),
    }),
    response: z.object({ withdrawn: z.int() }),
    refusals: ['invitation.notFound', 'invitation.ordered'],
  }),
  export: defineCall({
    method: 'POST',
    path: '/invitation/v1/export',
    audience: 'employer',
    summary: '导出名单与完成状态（Excel，Base64）',
    labels: { planId: '年度' },
    request: z.object({ planId: id }),
    response: z.object({
      name: z.string(),
      mime: z.string(),
      content: z.string(),
      exported: z.int(),
    }),
    refusals: ['invitation.noPlan', 'invitation.exportsSpent'],
  }),
  ...invitationMoney,
}
