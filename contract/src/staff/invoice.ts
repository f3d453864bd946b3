import { z } from 'zod'
import { invoiceState, invoiceView } from '../client/invoice.ts'
import {
  date,
  done,
  fen,
  id,
  inDayOrder,
  instant,
  pageOf,
  pageQuery,
  reason,
  text,
} from '../common.ts'
import { defineCall } from '../define.ts'
import { creditCode, keyword } from '../person-fields.ts'
import { foldNumber } from '../rules/fold-text.ts'
import { searchLimits } from '../rules/search-limits.ts'

const invoiceRow = invoiceView.omit({ fileUrl: true, mayChange: true, mayWithdraw: true }).extend({
  /** whose order it is: one of the two, and their name */
  studentId: id.nullable(),
  organisationId: id.nullable(),
  ownerName: z.string(),
  exportedAt: instant.nullable(),
  issuedBy: z.string().nullable(),
  /** of the order's money, by now: less than the invoice's amount where a part was refunded, 0 once all of it was */
  kept: fen,
  /** somebody has asked for money of the order back, and nobody has decided yet: issued now, it may have to be reversed soon */
  refundOpen: z.boolean(),
  /** it must be red-reversed: the order was refunded, or its student wants it changed */
  toReverse: z.boolean(),
  /**
   * given up after staff had begun, it may be an invoice in the tax system: OPEN until staff say what became of it there; null: nothing
   * to be said
   */
  taxState: z.enum(['OPEN', 'RED', 'VOIDED', 'NEVER_ISSUED']).nullable(),
  invoiceCode: z.string().nullable(),
  /** the day that stands on the invoice */
  datedOn: z.string().nullable(),
  /** READ: its content is what was applied for · ACCEPTED: but for what staff accepted · TYPED: a person read it · null: issued before files were read */
  checkWay: z.enum(['READ', 'ACCEPTED', 'TYPED']).nullable(),
  checkNote: z.string().nullable(),
})

/** what an uploaded invoice says; null: it does not say it, or it cannot be read */
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

/** one of a file's applications, to choose from */
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
    /** this file is the invoice's, now or since an earlier try */
    'ISSUED',
    /** it differs from the application that it is most like, or that was chosen */
    'MISMATCH',
    /** no application has its title, tax number or sum */
    'UNMATCHED',
    /** several have the same: one is to be chosen */
    'AMBIGUOUS',
    /** damaged, locked, no invoice, …: `says` */
    'UNREADABLE',
    /** these bytes are another invoice's */
    'SAME_FILE',
    /** its number is another invoice's */
    'NUMBER_TAKEN',
    /** issued by somebody else than the association */
    'OTHER_SELLER',
    /** another file was there first */
    'TAKEN',
    /** it was failed or reversed meanwhile, or its order refunded */
    'NOT_OPEN',
    /** a red invoice of one that is issued: to be entered as its reversal */
    'RED',
    /** a red invoice of none that is issued here */
    'RED_UNMATCHED',
    /** this file is the red invoice of a reversed one */
    'RED_ENTERED',
    /** not this person's upload, or deleted */
    'NO_FILE',
  ]),
  /** a sentence about the file, where it cannot be read as it is */
  says: z.string().nullable(),
  /** a person may read it instead, and say so */
  mayType: z.boolean(),
  read: read.nullable(),
  invoiceId: id.nullable(),
  applyNo: z.string().nullable(),
  title: z.string().nullable(),
  /** each field that differs, with what was asked for and what the file says */
  differences: z.array(
    z.object({
      field: z.enum(['number', 'title', 'taxNo', 'amount', 'date', 'seller', 'sellerTaxNo']),
      applied: z.string(),
      read: z.string(),
      /** staff may take it as it is, with a reason */
      mayAccept: z.boolean(),
    }),
  ),
  candidates: z.array(candidate),
})

const number = text(40).overwrite(foldNumber)
const invoiceNo = number.regex(/^\d{8,20}$/, '应为 8–20 位数字')

/** what a person reads on an invoice that a program cannot read */
const typed = z.object({
  code: number.regex(/^\d{10,12}$/, '应为 10–12 位数字').optional(),
  number: number.regex(/^(?:\d{8}|\d{20})$/, '应为 8 位或 20 位数字'),
  date,
  title: text(100).min(1, '请填写购买方名称'),
  taxNo: number.default(''),
  amount: z.int('请填写金额').min(1, '请填写金额').max(1_000_000_000, '金额过大'),
})

const seller = z.object({
  /** both empty: not set, and not compared */
  name: z.string(),
  taxNo: z.string(),
})

const filter = {
  state: invoiceState.optional(),
  /** only those that must be red-reversed */
  toReverse: z.enum(['true', 'false'], '应为 true 或 false').optional(),
  /** only those that were given up, and of which nobody has said what became of them in the tax system */
  taxOpen: z.enum(['true', 'false'], '应为 true 或 false').optional(),
  /** in the title, the credit code, the student's name, the application, order or invoice number */
  keyword: keyword(searchLimits.invoices).optional(),
  from: date.optional(),
  to: date.optional(),
}

export const invoice = {
  list: defineCall({
    method: 'POST',
    path: '/invoice/v1/list',
    audience: 'staff',
    permission: 'invoice.read',
    summary: '发票队列：待开的最早申请在前，其余最新在前',
    labels: { toReverse: '待红冲', taxOpen: '待税务处理' },
    request: inDayOrder(z.object({ ...filter, ...pageQuery })),
    response: pageOf(invoiceRow),
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
      /** of those chosen: left out, whoever asked for them has taken them back */
      withdrawn: z.int(),
      /** left out, too: turned down, or red-reversed */
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
      /** takes differences that may be accepted */
      reason: reason.optional(),
      typed: typed.optional(),
    }),
    response: issueRow,
    refusals: [
      'invoice.notFound',
      'invoice.typedNeedsReason',
      'invoice.notToBeTyped',
      'common.busy',
    ],
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
    response: done,
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
      /** what the page showed */
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
    summary:
      '登记红冲；学员申请了换开的，同时生成新的开票申请。附红字发票文件的，须与原发票和红字发票号码相符',
    labels: { changeAskedAt: '换开申请时间', fileId: '红字发票文件' },
    /** changeAskedAt: of the wish its maker saw, null for none; with it nobody reverses for a wish that was taken back meanwhile */
    request: z.object({
      id,
      redNo: invoiceNo,
      reason,
      changeAskedAt: z.iso.datetime('应为时间').nullable().optional(),
      /** the red invoice's file, uploaded */
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
