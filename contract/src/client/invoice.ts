import { z } from 'zod'
import {
  email,
  emptyRequest,
  emptyResponse,
  fen,
  id,
  instant,
  orderStatus,
  pageQuery,
  pageShape,
  text,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { organisationName } from '../person-fields.ts'
import { foldNumber } from '../rules/fold-text.ts'
import { invoiceTitleProblems } from '../rules/person.ts'
import { orderNo } from './order.ts'

export const invoiceState = z.enum(['PENDING', 'ISSUING', 'ISSUED', 'FAILED', 'REVERSED'], '状态不正确')
export const titleType = z.enum(['PERSONAL', 'COMPANY', 'INSTITUTION'], '请选择抬头类型')

const askedFields = {
  titleType,
  title: organisationName(100).min(1, '请填写抬头'),
  /** Empty when there is no tax number; letters are converted to upper case. */
  taxNo: text(40)
    .transform((code) => foldNumber(code) || undefined)
    .optional(),
  email: email.or(z.literal('')).default(''),
  remark: text(100).default(''),
  saveTitle: z.boolean('应为是或否').default(false),
}

/** An invoice title of a company needs the company's credit code. */
function checkTitle(
  input: { titleType: z.output<typeof titleType>; title: string; taxNo?: string | undefined },
  context: z.RefinementCtx,
): void {
  for (const [field, message] of Object.entries(invoiceTitleProblems(input)))
    context.addIssue({ code: 'custom', path: [field], message })
}

const asked = {
  titleType,
  title: z.string(),
  taxNo: z.string().nullable(),
  email: z.string(),
  remark: z.string(),
}

export const invoiceView = z.object({
  id,
  applyNo: z.string(),
  orderNo: z.string(),
  orderTitle: z.string(),
  orderStatus,
  state: invoiceState,
  amount: fen,
  ...asked,
  createdAt: instant,
  invoiceNo: z.string().nullable(),
  issuedAt: instant.nullable(),
  failReason: z.string().nullable(),
  /** Set when a FAILED application was withdrawn by the applicant. */
  withdrawnAt: instant.nullable(),
  reversedAt: instant.nullable(),
  reverseReason: z.string().nullable(),
  redNo: z.string().nullable(),
  replacesId: id.nullable(),
  change: z.object({ ...asked, reason: z.string(), askedAt: instant }).nullable(),
  mayChange: z.boolean(),
  mayWithdraw: z.boolean(),
  /** The value is true until staff record the red invoice. */
  mayWithdrawChange: z.boolean(),
  /** A private link of ten minutes; it is null before the issue. */
  fileUrl: z.string().nullable(),
  fileName: z.string().nullable(),
})

export const replacedApplicationId = id.optional()

const savedTitle = z.object({ id, titleType, title: z.string(), taxNo: z.string().nullable() })
const titles = z.object({ list: z.array(savedTitle) })

export const invoice = {
  apply: defineCall({
    method: 'POST',
    path: '/invoice/v1/apply',
    audience: 'student',
    agreement: 'notNeeded',
    summary:
      '为已支付的订单申请电子发票；金额等于实付金额，相同内容重复申请返回同一张；更正待开票的申请时附上它的编号（insteadOf）',
    labels: { insteadOf: '原申请', title: '发票抬头', remark: '备注', saveTitle: '保存抬头' },
    request: z.object({ orderNo, insteadOf: replacedApplicationId, ...askedFields }).superRefine(checkTitle),
    response: invoiceView,
    refusals: [
      'order.notFound',
      'invoice.notPaid',
      'invoice.nothingPaid',
      'invoice.tooLate',
      'invoice.alreadyApplied',
      'invoice.takenUp',
      'invoice.applicationsSpent',
      'invoice.tooManyTitles',
    ],
  }),
  withdraw: defineCall({
    method: 'POST',
    path: '/invoice/v1/withdraw',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '撤回待开票的申请：记录保留（FAILED，withdrawnAt 为撤回时间），之后可以重新申请；重复撤回没有影响',
    request: z.object({ id }),
    response: invoiceView,
    refusals: ['invoice.notFound', 'invoice.takenUp', 'invoice.settled'],
  }),
  my_invoice: defineCall({
    method: 'GET',
    path: '/invoice/v1/my_invoice',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '我的发票，最新的在前',
    request: z.object({ state: invoiceState.optional(), ...pageQuery }),
    response: pageShape(invoiceView),
    refusals: [],
  }),
  info: defineCall({
    method: 'GET',
    path: '/invoice/v1/info',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '一张发票：状态、原因与文件（10 分钟有效的私有链接）；按编号，或某订单最近的一张',
    request: z
      .object({ id: id.optional(), orderNo: orderNo.optional() })
      .refine(({ id, orderNo }) => (id === undefined) !== (orderNo === undefined), {
        message: '请提供编号或订单号之一',
        path: ['id'],
      }),
    response: invoiceView,
    refusals: ['invoice.notFound'],
  }),
  change: defineCall({
    method: 'POST',
    path: '/invoice/v1/change',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '申请换开：原发票红冲后按新抬头重开，每笔订单一次',
    labels: { title: '发票抬头', remark: '备注', saveTitle: '保存抬头', reason: '换开原因' },
    request: z.object({ id, ...askedFields, reason: text(200).min(2, '请填写换开原因') }).superRefine(checkTitle),
    response: invoiceView,
    refusals: [
      'invoice.notFound',
      'invoice.notIssued',
      'invoice.notPaid',
      'invoice.changed',
      'invoice.sameTitle',
      'invoice.applicationsSpent',
      'invoice.tooManyTitles',
    ],
  }),
  withdraw_change: defineCall({
    method: 'POST',
    path: '/invoice/v1/withdraw_change',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '撤回换开申请：登记红冲之前可以撤回，原发票继续有效，之后可以重新申请换开；重复撤回没有影响',
    request: z.object({ id }),
    response: invoiceView,
    refusals: ['invoice.notFound', 'invoice.settled', 'invoice.orderRefunded'],
  }),
  titles: defineCall({
    method: 'GET',
    path: '/invoice/v1/titles',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '保存的抬头，最近用过的在前',
    request: emptyRequest,
    response: titles,
    refusals: [],
  }),
  remove_title: defineCall({
    method: 'POST',
    path: '/invoice/v1/remove_title',
    audience: 'student',
    agreement: 'notNeeded',
    summary: '删除保存的抬头',
    request: z.object({ id }),
    response: emptyResponse,
    refusals: ['common.notFound'],
  }),
}
