import { z } from 'zod'
import { invoiceState, invoiceView } from '../client/invoice.ts'
import {
  date,
  emptyResponse,
  fen,
  id,
  instant,
  pageQuery,
  pageShape,
  reason,
  requireDayOrder,
  text,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { creditCode, personKeyword } from '../person-fields.ts'
import { invoiceNoRule, printedInvoiceNoRule } from '../rules/desk-rules.ts'
import { foldNumber } from '../rules/fold-text.ts'
import { searchLimits } from '../rules/search-limits.ts'

const invoiceRow = invoiceView.omit({ fileUrl: true, mayChange: true, mayWithdraw: true }).extend({
  /** The owner is either a student or an organisation. */
  studentId: id.nullable(),
  organisationId: id.nullable(),
  ownerName: z.string(),
  exportedAt: instant.nullable(),
  issuedBy: z.string().nullable(),
  /** Net amount of the order now; 0 after a full refund. */
  kept: fen,
  refundOpen: z.boolean(),
  /** The invoice must be reversed, because of a refund or a requested change. */
  toReverse: z.boolean(),
  /**
   * OPEN: the application was cancelled after staff had begun, so its result in the tax system is not recorded yet.
   */
  taxState: z.enum(['OPEN', 'RED', 'VOIDED', 'NEVER_ISSUED']).nullable(),
  invoiceCode: z.string().nullable(),
  datedOn: z.string().nullable(),
  /**
   * READ: the content of the file matches. ACCEPTED: staff accepted differences. TYPED: a person typed the content.
   * Null: old invoice.
   */
  checkWay: z.enum(['READ', 'ACCEPTED', 'TYPED']).nullable(),
  checkNote: z.string().nullable(),
})

/** Content read from an uploaded invoice; fields are null when missing or unreadable. */
const read = z.object({
  kind: z.string().nullable(),
  code: z.string().nullable(),
  number: z.string().nullable(),
  date: z.string().nullable(),
  title: z.string().nullable(),
  taxNo: z.string().nullable(),
  amount: z.int().nullable(),
  seller: z.string().nullable(),
  sellerTaxNo: z.string().nullable(),
})

const candidate = z.object({
  invoiceId: id,
  applyNo: z.string(),
  orderNo: z.string(),
  title: z.string(),
  taxNo: z.string().nullable(),
  amount: fen,
  ownerName: z.string(),
})

const issueRow = z.object({
  fileId: id,
  fileName: z.string(),
  outcome: z.enum([
    /** The file belongs to its invoice now. A second upload of the same file has this outcome too. */
    'ISSUED',
    /** The file differs from the most similar or chosen application. */
    'MISMATCH',
    /** No application has this title, tax number or amount. */
    'UNMATCHED',
    /** Several applications match the file, so staff must choose. */
    'AMBIGUOUS',
    /** The file is damaged, locked or no invoice; `says` explains. */
    'UNREADABLE',
    /** The same file already belongs to another invoice. */
    'SAME_FILE',
    /** Another invoice already has this number. */
    'NUMBER_TAKEN',
    /** The seller on the invoice is not the association. */
    'OTHER_SELLER',
    'TAKEN',
    'NOT_OPEN',
    /** This is the red invoice of an issued invoice; enter it as the reversal. */
    'RED',
    'RED_UNMATCHED',
    'RED_ENTERED',
    'NO_FILE',
  ]),
  says: z.string().nullable(),
  mayType: z.boolean(),
  read: read.nullable(),
  invoiceId: id.nullable(),
  applyNo: z.string().nullable(),
  title: z.string().nullable(),
  differences: z.array(
    z.object({
      field: z.enum(['number', 'title', 'taxNo', 'amount', 'date', 'seller', 'sellerTaxNo']),
      applied: z.string(),
      read: z.string(),
      mayAccept: z.boolean(),
    }),
  ),
  candidates: z.array(candidate),
})

const number = text(40).overwrite(foldNumber)
const invoiceNo = number.regex(invoiceNoRule.pattern, invoiceNoRule.msg)

const typed = z.object({
  code: number.regex(/^\d{10,12}$/, '应为 10–12 位数字').optional(),
  number: number.regex(printedInvoiceNoRule.pattern, printedInvoiceNoRule.msg),
  date,
  title: text(100).min(1, '请填写购买方名称'),
  taxNo: number.default(''),
  amount: z.int('请填写金额').min(1, '请填写金额').max(1_000_000_000, '金额过大'),
})

const seller = z.object({
  name: z.string(),
  taxNo: z.string(),
})

const filter = {
  state: invoiceState.optional(),
  toReverse: z.enum(['true', 'false'], '应为 true 或 false').optional(),
  /** True lists only cancelled applications whose result in the tax system is not recorded. */
  taxOpen: z.enum(['true', 'false'], '应为 true 或 false').optional(),
  /** Search by invoice title, credit code, student name, or number of the application, order or invoice. */
  keyword: personKeyword(searchLimits.invoices).optional(),
  from: date.optional(),
  to: date.optional(),
}

export const financeInvoice = {
  list: defineCall({
    method: 'POST',
    path: '/invoice/v1/list',
    audience: 'staff',
    permission: 'invoice.read',
    summary: '发票队列：待开的最早申请在前，其余最新在前',
    labels: { toReverse: '待红冲', taxOpen: '待税务处理' },
    request: requireDayOrder(z.object({ ...filter, ...pageQuery })),
    response: pageShape(invoiceRow),
    refusals: [],
  }),
  info: defineCall({
    method: 'GET',
    path: '/invoice/v1/info',
    audience: 'staff',
    permission: 'invoice.read',
    summary: '一张发票及其文件（10 分钟有效的链接）',
    request: z.object({ id }),
    response: invoiceRow.extend({ fileUrl: z.string().nullable() }),
    refusals: ['invoice.notFound'],
  }),
  export: defineCall({
    method: 'POST',
    path: '/invoice/v1/export',
    audience: 'staff',
    permission: 'invoice.issue',
    summary:
      '导出待开发票（Excel，Base64）；待开票的变为开票中，可重复导出；申请人已撤回、已退回和已红冲的不导出，只报数量',
    request: z.object({
      ids: z.array(id, '请选择发票').min(1, '请选择发票').max(500, '一次最多 500 张'),
    }),
    response: z.object({
      name: z.string(),
      content: z.string(),
      count: z.int(),
      begun: z.int(),
      withdrawn: z.int(),
      ended: z.int(),
    }),
    refusals: ['invoice.notFound', 'invoice.withdrawn'],
  }),
  number: defineCall({
    method: 'POST',
    path: '/invoice/v1/number',
    audience: 'staff',
    permission: 'invoice.issue',
    summary: '登记发票号码：之后上传的文件按号码对上申请',
    request: z.object({ id, invoiceNo }),
    response: invoiceRow,
    refusals: ['invoice.notFound', 'invoice.settled', 'invoice.numberTaken'],
  }),
  issue: defineCall({
    method: 'POST',
    path: '/invoice/v1/issue',
    audience: 'staff',
    permission: 'invoice.issue',
    summary:
      '读取上传的发票文件（PDF/OFD/XML），按内容对上申请并开具，逐个报告；重复提交得到同样的结果。文件名不起作用',
    request: z.object({
      fileIds: z.array(id, '请上传文件').min(1, '请上传文件').max(200, '一次最多 200 个文件'),
    }),
    response: z.object({ rows: z.array(issueRow) }),
    refusals: ['common.busy'],
  }),
  issueFor: defineCall({
    method: 'POST',
    path: '/invoice/v1/issue_for',
    audience: 'staff',
    permission: 'invoice.issue',
    summary:
      '把一个上传的文件开给选定的申请：内容相符的直接开具；可以接受的差异须填原因；无法读取的由工作人员录入，须填原因。金额、号码、销售方不符的不能开具',
    labels: { typed: '录入的内容', fileId: '文件' },
    request: z.object({
      fileId: id,
      id,
      reason: reason.optional(),
      typed: typed.optional(),
    }),
    response: issueRow,
    refusals: ['invoice.notFound', 'invoice.typedNeedsReason', 'invoice.notToBeTyped', 'common.busy'],
  }),
  files: defineCall({
    method: 'GET',
    path: '/invoice/v1/files',
    audience: 'staff',
    permission: 'invoice.issue',
    summary: '本人上传、还没有用于发票的文件，最新的在前',
    request: z.object({}),
    response: z.object({
      list: z.array(z.object({ fileId: id, fileName: z.string(), at: instant })),
    }),
    refusals: [],
  }),
  dropFile: defineCall({
    method: 'POST',
    path: '/invoice/v1/drop_file',
    audience: 'staff',
    permission: 'invoice.issue',
    summary: '删除本人上传、还没有用于发票的文件',
    labels: { fileId: '文件' },
    request: z.object({ fileId: id }),
    response: emptyResponse,
    refusals: ['common.notFound'],
  }),
  seller: defineCall({
    method: 'GET',
    path: '/invoice/v1/seller',
    audience: 'staff',
    permission: 'invoice.read',
    summary: '发票的销售方：上传的发票与它核对；没有设置的不核对',
    request: z.object({}),
    response: seller,
    refusals: [],
  }),
  setSeller: defineCall({
    method: 'POST',
    path: '/invoice/v1/set_seller',
    audience: 'staff',
    permission: 'setting.edit',
    summary: '设置发票的销售方名称和税号，几秒内生效；写入操作日志',
    labels: { name: '销售方名称', before: '原销售方' },
    request: z.object({
      name: text(100).min(2, '请填写销售方名称'),
      taxNo: creditCode,
      before: z.object({ name: text(100), taxNo: text(40) }),
      reason,
    }),
    response: seller,
    refusals: ['setting.stale'],
  }),
  fail: defineCall({
    method: 'POST',
    path: '/invoice/v1/fail',
    audience: 'staff',
    permission: 'invoice.issue',
    summary: '开票失败，退回申请并告知学员原因；学员可以改正后重新申请',
    request: z.object({ id, reason }),
    response: invoiceRow,
    refusals: ['invoice.notFound', 'invoice.settled'],
  }),
  reverse: defineCall({
    method: 'POST',
    path: '/invoice/v1/reverse',
    audience: 'staff',
    permission: 'invoice.issue',
    summary: '登记红冲；学员申请了换开的，同时生成新的开票申请。附红字发票文件的，须与原发票和红字发票号码相符',
    labels: { changeAskedAt: '换开申请时间', fileId: '红字发票文件' },
    /**
     * `changeAskedAt` is the time of the change request that staff saw, so that a withdrawn request does not cause a
     * reversal.
     */
    request: z.object({
      id,
      redNo: invoiceNo,
      reason,
      changeAskedAt: z.iso.datetime('应为时间').nullable().optional(),
      fileId: id.optional(),
    }),
    response: invoiceRow,
    refusals: [
      'invoice.notFound',
      'invoice.settled',
      'invoice.changeMoved',
      'invoice.numberTaken',
      'invoice.redFileDiffers',
      'common.notFound',
      'common.busy',
    ],
  }),
  settle: defineCall({
    method: 'POST',
    path: '/invoice/v1/settle',
    audience: 'staff',
    permission: 'invoice.issue',
    summary:
      '登记开票中被放弃的申请在税务系统中的结果：已红冲（须填红字发票号码）、已作废、从未开具；从未开具的，其发票号码可再登记',
    labels: { outcome: '处理结果' },
    request: z
      .object({
        id,
        outcome: z.enum(['RED', 'VOIDED', 'NEVER_ISSUED'], '请选择处理结果'),
        redNo: invoiceNo.optional(),
      })
      .refine(({ outcome, redNo }) => (outcome === 'RED') === (redNo !== undefined), {
        path: ['redNo'],
        message: '已红冲的须填红字发票号码，其他结果不填',
      }),
    response: invoiceRow,
    refusals: ['invoice.notFound', 'invoice.settled', 'invoice.numberTaken'],
  }),
}
