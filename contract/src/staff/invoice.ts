import { z } from 'zod'
import { invoiceState, invoiceView } from '../client/invoice.ts'
import { date, fen, id, inDayOrder, instant, pageOf, pageQuery, reason, text } from '../common.ts'
import { defineCall } from '../define.ts'
import { keyword } from '../person-fields.ts'
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
})

const invoiceNo = text(40)
  .overwrite(foldNumber)
  .regex(/^\d{8,20}$/, '应为 8–20 位数字')

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
    summary: '登记发票号码：之后文件名只含发票号码也能对上',
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
      '把上传的文件（PDF/OFD）按文件名里的申请编号或发票号码对上申请，逐个报告；重复提交得到同样的结果',
    request: z.object({
      fileIds: z.array(id, '请上传文件').min(1, '请上传文件').max(200, '一次最多 200 个文件'),
    }),
    response: z.object({
      rows: z.array(
        z.object({
          fileId: id,
          fileName: z.string(),
          outcome: z.enum([
            /** this file is the invoice's, now or since an earlier try */
            'ISSUED',
            /** the name holds no number, or one that nobody asked for */
            'UNMATCHED',
            /** numbers of two different applications */
            'AMBIGUOUS',
            /** another file was there first */
            'TAKEN',
            /** it was failed or reversed meanwhile, or its order refunded */
            'NOT_OPEN',
            /** not this person's upload, or deleted */
            'NO_FILE',
            /** the invoice number in the name belongs to another invoice */
            'NUMBER_TAKEN',
          ]),
          invoiceId: id.nullable(),
          applyNo: z.string().nullable(),
          title: z.string().nullable(),
        }),
      ),
    }),
    refusals: [],
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
    summary: '登记红冲；学员申请了换开的，同时生成新的开票申请',
    labels: { changeAskedAt: '换开申请时间' },
    /** changeAskedAt: of the wish its maker saw, null for none; with it nobody reverses for a wish that was taken back meanwhile */
    request: z.object({
      id,
      redNo: invoiceNo,
      reason,
      changeAskedAt: z.iso.datetime('应为时间').nullable().optional(),
    }),
    response: invoiceRow,
    refusals: ['invoice.notFound', 'invoice.settled', 'invoice.changeMoved', 'invoice.numberTaken'],
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
