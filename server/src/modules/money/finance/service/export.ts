import {
  differenceKindNames,
  differenceStateNames,
  emptyBillName,
  orderStatusNames,
  payTypeNames,
  refundReasonNames,
  refundStatusNames,
} from '@ce/contract/state-names'
import { auditStaff } from '../../../../platform/audit.ts'
import { appNow } from '../../../../platform/db/database.ts'
import type { Deps } from '../../../../platform/deps.ts'
import { shanghaiDay, shanghaiTime } from '../../../../platform/shanghai-day.ts'
import { type SheetCell, writeWorkbook, xlsxMime } from '../../../../platform/sheets/write.ts'
import type { StaffAtWork } from '../../../../platform/staff-calls.ts'
import { isWholeDayDifference } from '../../order/service.ts'
import {
  countDeskOrders,
  type DeskOrderFilter,
  listDeskOrders,
  listDeskRefunds,
  sumNetAmounts,
} from '../store/orders.ts'
import { listMoneyDifferences, type MoneyDifferenceFilter } from '../store/requests.ts'
import { listMoneyReportDays, type MoneyReportRow, sumMoneyByChannel } from '../store/year-report.ts'

/** The keys may be any text, because a channel that is no longer in use may have no name. */
const channelNames: Readonly<Record<string, string>> = payTypeNames

/** A file contains at most this many rows. */
const most = 20_000

type Filter = DeskOrderFilter &
  Pick<MoneyDifferenceFilter, 'state' | 'kind' | 'channel'> & { waits?: 'true' | 'false' | undefined }
type Wish = Filter & { what: 'ORDERS' | 'REFUNDS' | 'DIFFERENCES' | 'YEAR' }

interface Sheet {
  title: string
  titles: string[]
  rows: SheetCell[][]
  widths: number[]
  total: number
}

/** The export is recorded in the audit log. */
export async function exportFinanceTable(deps: Deps, staff: StaffAtWork, input: Wish) {
  const { what, ...filter } = input
  const sheet = await sheets[what](deps, filter)
  const exported = sheet.rows.length
  await auditStaff(deps.db, staff, 'finance.exported', what, {
    // The search may contain a phone or id number, so the audit log only records that there was one.
    ...filter,
    ...(filter.student && { student: '已填写' }),
    rows: exported,
  })
  const columns = sheet.titles.map((title, index) => [title, sheet.widths[index] ?? 16] as const)
  const bytes = await writeWorkbook(columns, sheet.rows)
  return {
    name: `${sheet.title}-${shanghaiDay(await appNow(deps.db))}.xlsx`,
    mime: xlsxMime,
    content: bytes.toString('base64'),
    exported,
    leftOut: sheet.total - exported,
  }
}

const sheets: Record<Wish['what'], (deps: Deps, filter: Filter) => Promise<Sheet>> = {
  ORDERS: async ({ db }, filter) => {
    const rows = await listDeskOrders(db, filter, { page: 1, pageSize: most })
    const { total } = await countDeskOrders(db, filter)
    const sums = await sumNetAmounts(
      db,
      rows.map(({ orderNo }) => orderNo),
    )
    return {
      title: '订单',
      titles: [
        '订单号',
        '学员或单位',
        '年度',
        '项目',
        '人数',
        '金额（元）',
        '已退（元，含退款中）',
        '实收（元）',
        '支付方式',
        '状态',
        '下单时间',
        '支付时间',
        '渠道交易号',
      ],
      rows: rows.map((row) => [
        row.orderNo,
        row.name ?? row.organisationName,
        row.year,
        row.title,
        row.lineCount,
        row.amountFen / 100,
        (sums.get(row.orderNo)?.back ?? 0) / 100,
        (sums.get(row.orderNo)?.kept ?? 0) / 100,
        payTypeNames[row.payType],
        orderStatusNames[row.status],
        clock(row.createdAt),
        clock(row.paidAt),
        row.transactionId,
      ]),
      widths: [26, 20, 8, 30, 8, 12, 20, 12, 12, 10, 20, 20, 32],
      total,
    }
  },
  REFUNDS: async ({ db }, filter) => {
    const { list, total } = await listDeskRefunds(db, filter, most)
    return {
      title: '退款',
      titles: [
        '退款单号',
        '订单号',
        '学员或单位',
        '所退学员',
        '金额（元）',
        '渠道',
        '原因',
        '状态',
        '发起时间',
        '完成时间',
        '渠道交易号',
        '另行退回凭证号',
      ],
      rows: list.map((row) => [
        row.refundNo,
        row.orderNo,
        row.name,
        row.repaid,
        row.amountFen / 100,
        row.channel,
        refundReasonNames[row.reason],
        refundStatusNames[row.status],
        clock(row.createdAt),
        clock(row.doneAt),
        row.transactionId,
        row.reference,
      ]),
      widths: [30, 26, 20, 12, 12, 10, 18, 14, 20, 20, 32, 24],
      total,
    }
  },
  DIFFERENCES: async ({ db }, { state, kind, channel, number, waits }) => {
    const filter = { state, kind, channel, number, waits: waits && waits === 'true' }
    const { list, total } = await listMoneyDifferences(db, filter, { page: 1, pageSize: most })
    return {
      title: '对账差异',
      titles: [
        '类型',
        '单号',
        '订单号',
        '渠道',
        '账单日',
        '明细',
        '发现时间',
        '状态',
        '处理人',
        '处理结果',
        '处理时间',
      ],
      rows: list.map((row) => [
        ...about(row),
        row.orderNo,
        row.channel,
        row.day,
        JSON.stringify(row.detail),
        clock(row.foundAt),
        differenceStateNames[row.state],
        row.resolvedBy,
        row.resolution,
        clock(row.resolvedAt),
      ]),
      widths: [22, 30, 26, 10, 12, 40, 20, 12, 14, 40, 20],
      total,
    }
  },
  YEAR: async ({ db }, filter) => {
    const year = filter.year ?? Number(shanghaiDay(await appNow(db)).slice(0, 4))
    const whole = await sumMoneyByChannel(db, year)
    const days = await listMoneyReportDays(db, year, { onlyDiffering: false, limit: most })
    const rows = [...whole, ...days.list]
    return {
      title: `${year} 年收支`,
      titles: [
        '渠道',
        '期间',
        '平台收款笔数',
        '平台收款（元）',
        '账单收款笔数',
        '账单收款（元）',
        '平台退款笔数',
        '平台退款（元）',
        '账单退款笔数',
        '账单退款（元）',
        '账单减平台（元）',
        '待处理差异',
        '已处理差异',
        '缺账单天数',
        '核对结果',
      ],
      rows: rows.map((row) => [
        channelNames[row.channel] ?? row.channel,
        row.period,
        row.orders,
        row.paid / 100,
        row.billPayments,
        row.billPaid / 100,
        row.refunds,
        row.refunded / 100,
        row.billRefunds,
        row.billRefunded / 100,
        row.difference / 100,
        row.openCases,
        row.settledCases,
        row.missingBills,
        tie(row),
      ]),
      widths: [12, 14, 14, 16, 14, 16, 14, 16, 14, 16, 16, 12, 12, 12, 16],
      total: whole.length + days.total,
    }
  },
}

function tie({ difference, missingBills, openCases }: MoneyReportRow): string {
  if (missingBills > 0) return '缺账单'
  if (difference !== 0) return '不一致'
  return openCases > 0 ? '有待处理差异' : '一致'
}

function about(row: Awaited<ReturnType<typeof listMoneyDifferences>>['list'][number]): [string, string] {
  if (isWholeDayDifference(row)) return [emptyBillName, `${row.day} 的账单`]
  return [differenceKindNames[row.kind], row.subject]
}

function clock(at: Date | null): string | null {
  return at && shanghaiTime(at)
}
