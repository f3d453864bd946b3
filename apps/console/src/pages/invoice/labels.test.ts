import type { IssuedInvoiceRow } from '@ce/client/staff/invoice.ts'
import { expect, test } from 'vitest'
import {
  invoiceExportResultText,
  invoiceFileCheckText,
  invoiceNotExportedReason,
  invoiceNumberText,
  mayAcceptDifference,
  refundPendingNote,
  reversalReason,
} from './labels.ts'

const change = {
  titleType: 'COMPANY' as const,
  title: '江南大药房',
  taxNo: null,
  email: 'a@example.cn',
  remark: '',
  reason: '抬头写错了',
  askedAt: '2026-03-01T00:00:00.000Z',
}
const paid = { orderStatus: 'PAID' as const, amount: 36_000, kept: 36_000, change: null }

test('a reversal names its cause: full refund, partial refund or invoice change', () => {
  expect(reversalReason({ ...paid, orderStatus: 'REFUNDED', kept: 0, change })).toBe('订单已退款')
  const part = reversalReason({ ...paid, kept: 24_000, change })
  expect(part).toBe('订单部分退款 ¥120.00，实收 ¥240.00，与发票金额不符；红冲后可按实收金额重新申请')
  expect(reversalReason({ ...paid, change })).toBe('学员申请换开：抬头写错了')
})

test('ended applications cannot be exported, and applications with an invoice can be exported again', () => {
  const stands = { withdrawnAt: null }
  expect(invoiceNotExportedReason({ ...stands, state: 'PENDING' })).toBeUndefined()
  expect(invoiceNotExportedReason({ ...stands, state: 'ISSUED' })).toBeUndefined()
  expect(invoiceNotExportedReason({ ...stands, state: 'FAILED' })).toBe('已退回，不能导出')
  expect(invoiceNotExportedReason({ ...stands, state: 'REVERSED' })).toBe('已红冲，不能导出')
  const withdrawn = { withdrawnAt: '2026-03-01T00:00:00.000Z', state: 'FAILED' as const }
  expect(invoiceNotExportedReason(withdrawn)).toBe('申请人已撤回，不能导出')
})

test('an invoice that exists in the tax system but has no number here is reported', () => {
  expect(invoiceNumberText({ invoiceNo: '2611200000', taxState: 'RED' })).toBe('2611200000')
  for (const taxState of ['RED', 'VOIDED'] as const)
    expect(invoiceNumberText({ invoiceNo: null, taxState })).toMatch(/没有登记.+税务系统/)
  for (const taxState of ['OPEN', 'NEVER_ISSUED', null] as const)
    expect(invoiceNumberText({ invoiceNo: null, taxState })).toBeNull()
})

test('the result of an invoice export tells what was left out', () => {
  expect(invoiceExportResultText({ begun: 0, withdrawn: 0, ended: 0 })).toBe('')
  expect(invoiceExportResultText({ begun: 2, withdrawn: 1, ended: 3 })).toBe(
    '其中 2 张由“待开票”变为“开票中”。另有 1 张已由申请人撤回，3 张已退回或红冲，没有导出。',
  )
})

test('an invoice can be accepted only with differences that staff may judge', () => {
  const row = {
    outcome: 'MISMATCH',
    differences: [{ field: 'title', mayAccept: true }],
  } as IssuedInvoiceRow
  expect(mayAcceptDifference(row)).toBe(true)
  const sum = { field: 'amount', mayAccept: false } as IssuedInvoiceRow['differences'][number]
  expect(mayAcceptDifference({ ...row, differences: [...row.differences, sum] })).toBe(false)
  expect(mayAcceptDifference({ ...row, outcome: 'UNMATCHED' })).toBe(false)
})

test('an issued invoice shows how its file was checked', () => {
  expect(invoiceFileCheckText({ checkWay: 'READ', checkNote: null })).toBe('文件内容与申请一致')
  expect(invoiceFileCheckText({ checkWay: 'TYPED', checkNote: '扫描件' })).toContain('未能自动核对')
  expect(invoiceFileCheckText({ checkWay: null, checkNote: null })).toBeNull()
})

test('an invoice shows that a refund request of its order is open', () => {
  const open = { state: 'PENDING' as const, refundOpen: true }
  expect(refundPendingNote(open)).toBe('订单有退款申请待审核')
  expect(refundPendingNote({ ...open, refundOpen: false })).toBeUndefined()
  expect(refundPendingNote({ ...open, state: 'ISSUED' })).toBe('订单有退款申请待审核')
  expect(refundPendingNote({ ...open, state: 'FAILED' })).toBeUndefined()
})
