import { sql } from 'kysely'
import { dataCopyLabels } from '../copy/labels.ts'
import type { CopySection } from '../copy/page.ts'
import { pathInDataCopy } from './copy-person.ts'

export const requestCopySections: readonly CopySection[] = [
  {
    key: 'reductions',
    title: '学时减免',
    columns: [
      ['applyNo', '申报单号'],
      ['year', '年度'],
      ['type', '类型'],
      ['subject', '科目', dataCopyLabels.subject],
      ['hours', '申请学时'],
      ['hoursApproved', '批准学时'],
      ['startDate', '开始'],
      ['endDate', '结束'],
      ['reason', '理由'],
      ['state', '状态', dataCopyLabels.reduction],
      ['submittedAt', '提交时间'],
      ['reverseReason', '冲销原因'],
      ['files', '佐证材料'],
    ],
    rows: (ids, places) => sql`
      select apply_no as "applyNo", year, rule.name as type, subject, reduction.hours / 10.0 as hours, hours_approved / 10.0 as "hoursApproved",
        start_date as "startDate", end_date as "endDate", reason, state, submitted_at as "submittedAt", reverse_reason as "reverseReason",
        (select string_agg(coalesce(${pathInDataCopy(places)}, file.name), '、' order by position) from reduction_file join file on file.id = file_id
          where reduction_id = reduction.id) as files
      from reduction join reduction_rule rule on rule.type_id = reduction.type_id and rule.version = reduction.type_version
      where student_id = any(${ids}::uuid[]) order by updated_at`,
  },
  {
    key: 'reductionSteps',
    title: '减免审核经过',
    columns: [
      ['applyNo', '申报单号'],
      ['at', '时间'],
      ['action', '经过', dataCopyLabels.step],
      ['opinion', '意见'],
    ],
    rows: (ids) => sql`
      select apply_no as "applyNo", at, action, opinion from reduction_step join reduction on reduction.id = reduction_id
      where student_id = any(${ids}::uuid[]) order by at`,
  },
  {
    key: 'orders',
    title: '订单',
    columns: [
      ['orderNo', '订单号'],
      ['what', '内容'],
      ['amount', '金额（元）'],
      ['payType', '支付方式', dataCopyLabels.payType],
      ['status', '状态', dataCopyLabels.order],
      ['createdAt', '下单时间'],
      ['paidAt', '支付时间'],
      ['closedAt', '关闭时间'],
    ],
    rows: (ids) => sql`
      select order_no as "orderNo", (select string_agg(title, '、') from order_line where order_line.order_no = orders.order_no) as what,
        amount_fen / 100.0 as amount, pay_type as "payType", status, created_at as "createdAt", paid_at as "paidAt", closed_at as "closedAt"
      from orders where student_id = any(${ids}::uuid[]) order by created_at`,
  },
  {
    key: 'payments',
    title: '支付与退款',
    columns: [
      ['orderNo', '订单号'],
      ['tradeNo', '商户单号'],
      ['transactionId', '渠道交易号'],
      ['amount', '金额（元）'],
      ['status', '状态', dataCopyLabels.payment],
      ['paidAt', '支付时间'],
      ['refundNo', '退款单号'],
      ['refund', '退款（元）'],
      ['refundStatus', '退款状态', dataCopyLabels.refund],
      ['refundedAt', '退款时间'],
      ['elsewhere', '另行退回的凭证号'],
      ['partial', '部分退回（元，课程不变）'],
    ],
    rows: (ids) => sql`
      select payment.order_no as "orderNo", payment.out_trade_no as "tradeNo", transaction_id as "transactionId",
        payment.amount_fen / 100.0 as amount, payment.status, payment.paid_at as "paidAt", refund.refund_no as "refundNo",
        refund.amount_fen / 100.0 as refund, refund.status as "refundStatus", done_at as "refundedAt", elsewhere.reference as elsewhere,
        (select sum(amount_fen) / 100.0 from money_decision part where part.order_no = payment.order_no and payment.status = 'PAID'
          and part.outcome = 'PARTIAL' and part.state = 'APPROVED') as partial
      from payment join orders using (order_no) left join refund on refund.out_trade_no = payment.out_trade_no
        left join lateral (select string_agg(reference, '、' order by decided_at) as reference from refund_elsewhere
          where refund_elsewhere.refund_no = refund.refund_no and state = 'APPROVED') elsewhere on true
      where student_id = any(${ids}::uuid[]) order by payment.created_at`,
  },
  {
    key: 'refundRequests',
    title: '退款申请',
    columns: [
      ['orderNo', '订单号'],
      ['reason', '原因'],
      ['askedAt', '申请时间'],
      ['state', '结果', dataCopyLabels.request],
      ['decidedAt', '办结时间'],
      ['decideReason', '答复'],
    ],
    rows: (ids) => sql`
      select order_no as "orderNo", reason, state, asked_at as "askedAt", decided_at as "decidedAt", decide_reason as "decideReason"
      from refund_request join orders using (order_no) where student_id = any(${ids}::uuid[]) order by asked_at`,
  },
  {
    key: 'invoices',
    title: '发票',
    columns: [
      ['applyNo', '申请编号'],
      ['orderNo', '订单号'],
      ['amount', '金额（元）'],
      ['titleType', '抬头类型', dataCopyLabels.titleType],
      ['title', '抬头'],
      ['taxNo', '税号'],
      ['email', '邮箱'],
      ['remark', '备注'],
      ['state', '状态', dataCopyLabels.invoice],
      ['failReason', '未能开具的原因'],
      ['reverseReason', '红冲原因'],
      ['invoiceNo', '发票号码'],
      ['createdAt', '申请时间'],
      ['issuedAt', '开具时间'],
    ],
    rows: (ids) => sql`
      select apply_no as "applyNo", invoice.order_no as "orderNo", invoice.amount_fen / 100.0 as amount, title_type as "titleType", title,
        tax_no as "taxNo", email, remark,
        case when withdrawn_at is null then state else 'WITHDRAWN' end as state, fail_reason as "failReason",
        reverse_reason as "reverseReason", invoice_no as "invoiceNo", invoice.created_at as "createdAt", issued_at as "issuedAt"
      from invoice join orders using (order_no) where student_id = any(${ids}::uuid[]) order by invoice.created_at`,
  },
  {
    key: 'invoiceChanges',
    title: '换开发票申请',
    columns: [
      ['applyNo', '原申请编号'],
      ['titleType', '抬头类型', dataCopyLabels.titleType],
      ['title', '抬头'],
      ['taxNo', '税号'],
      ['email', '邮箱'],
      ['remark', '备注'],
      ['reason', '原因'],
      ['askedAt', '申请时间'],
      ['withdrawnAt', '撤回时间'],
    ],
    rows: (ids) => sql`
      select apply_no as "applyNo", change.title_type as "titleType", change.title, change.tax_no as "taxNo", change.email, change.remark,
        change.reason, asked_at as "askedAt", change.withdrawn_at as "withdrawnAt"
      from invoice_change change join invoice on invoice.id = change.invoice_id join orders using (order_no)
      where student_id = any(${ids}::uuid[]) order by asked_at`,
  },
  {
    key: 'invoiceTitles',
    title: '保存的发票抬头',
    columns: [
      ['titleType', '抬头类型', dataCopyLabels.titleType],
      ['title', '抬头'],
      ['taxNo', '税号'],
    ],
    rows: (ids) => sql`
      select title_type as "titleType", title, tax_no as "taxNo" from invoice_title where student_id = any(${ids}::uuid[]) order by used_at desc`,
  },
]
