import { portalNow } from '@ce/client/clock.ts'
import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDate, formatFen } from '@ce/client/format.ts'
import type { FinanceYearReportDay, FinanceYearReportRow } from '@ce/client/staff/finance.ts'
import { financeYearReportQuery } from '@ce/client/staff/finance.ts'
import { differenceKindNames } from '@ce/contract/state-names'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Select, type TableProps } from 'antd'
import { Link } from 'react-router'
import cards from '../../components/cards.module.css'
import { CellWithNote, DeskTable } from '../../components/DeskTable.tsx'
import { useUrlFilters } from '../../kit/list/use-url-filters.ts'
import { paths } from '../../paths.ts'
import { FinanceExportButton } from './ExportButton.tsx'
import classes from './Finance.module.css'
import { channelName } from './labels.ts'

/** Shows the yearly totals per payment channel from books and bills, and days with differences. */
export function YearReport() {
  const { get, set } = useUrlFilters()
  const chosen = Number(get('of')) || Number(formatDate(portalNow()).slice(0, 4))
  const query = useQuery(financeYearReportQuery(chosen))
  const years = [...new Set([chosen, ...(query.data?.years ?? [])])].sort((a, b) => b - a)
  return (
    <>
      <div className={classes.bar}>
        <Select
          aria-label="年份"
          value={chosen}
          options={years.map((value) => ({ value, label: `${value} 年` }))}
          onChange={(value) => set({ of: String(value) })}
        />
        <FinanceExportButton what="YEAR" text="导出每日收支" filter={{ year: String(chosen) }} />
      </div>
      <p className={cards.hint}>
        日期以渠道收款、退款的时间（北京时间）为准，不是平台得知的时间。账单有一天的延迟，当天的还没有。
      </p>
      <QueryContent query={query}>
        {({ year, months, differing, differingTotal }) =>
          year.length === 0 ? (
            <EmptyState title={`${chosen} 年没有收支`}>有收款或账单之后显示在这里。</EmptyState>
          ) : (
            <>
              <Part title="全年" rows={year} />
              <Part title="各月" rows={months} />
              <Differing rows={differing} total={differingTotal} />
            </>
          )
        }
      </QueryContent>
    </>
  )
}

type Row = FinanceYearReportRow & { cases?: FinanceYearReportDay['cases'] }

function Part({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2>{title}</h2>
      <DeskTable<Row>
        aria-label={title}
        rowKey={({ channel, period }) => `${channel} ${period}`}
        columns={columns}
        dataSource={rows}
      />
    </section>
  )
}

function Differing({ rows, total }: { rows: FinanceYearReportDay[]; total: number }) {
  if (rows.length === 0) return <StatusMark kind="done">每一天的账单与平台一致，没有待处理的差异。</StatusMark>
  const more = total > rows.length ? `，这里列出前 ${rows.length} 天，其余见导出的文件` : ''
  return <Part title={`需要核对的日期（${total} 天${more}）`} rows={rows} />
}

const columns: TableProps<Row>['columns'] = [
  {
    key: 'period',
    title: '渠道与期间',
    render: (_, { period, channel }) => <CellWithNote note={channelName(channel)}>{period}</CellWithNote>,
  },
  { key: 'tie', title: '核对', render: (_, row) => <Tie row={row} /> },
  {
    key: 'paid',
    title: '收款',
    render: (_, row) => (
      <Both
        ours={`${row.orders} 笔，${formatFen(row.paid)}`}
        theirs={`${row.billPayments} 笔，${formatFen(row.billPaid)}`}
      />
    ),
  },
  {
    key: 'refunded',
    title: '退款',
    render: (_, row) => (
      <Both
        ours={`${row.refunds} 笔，${formatFen(row.refunded)}`}
        theirs={`${row.billRefunds} 笔，${formatFen(row.billRefunded)}`}
      />
    ),
  },
  {
    key: 'net',
    title: '净收',
    responsive: ['lg'],
    render: (_, row) => (
      <Both ours={formatFen(row.paid - row.refunded)} theirs={formatFen(row.billPaid - row.billRefunded)} />
    ),
  },
]

function Both({ ours, theirs }: { ours: string; theirs: string }) {
  return <CellWithNote note={`账单 ${theirs}`}>{ours}</CellWithNote>
}

/** Shows that bills and books agree, or links to the money cases. */
function Tie({ row }: { row: Row }) {
  const { cases, difference, openCases, settledCases, missingBills } = row
  if (difference === 0 && openCases === 0 && missingBills === 0) return <StatusMark kind="done">一致</StatusMark>
  return (
    <>
      {difference !== 0 && (
        <StatusMark kind="warning">
          账单{difference > 0 ? '多' : '少'} {formatFen(Math.abs(difference))}
        </StatusMark>
      )}
      {missingBills > 0 && (
        <StatusMark kind="warning">
          <Link to={paths.financeTab('bills')}>{missingBills} 天没有账单</Link>
        </StatusMark>
      )}
      {cases?.map(({ id, kind, open }) => (
        <span key={id} className="cell-note">
          <Link to={paths.financeCase(id)}>{differenceKindNames[kind]}</Link>
          {open ? '，待处理' : '，已处理'}
        </span>
      ))}
      {!cases && openCases > 0 && (
        <span className="cell-note">
          <Link to={paths.financeTab('differences')}>{openCases} 条差异待处理</Link>
        </span>
      )}
      {!cases && settledCases > 0 && <span className="cell-note">另有 {settledCases} 条已处理</span>}
    </>
  )
}
