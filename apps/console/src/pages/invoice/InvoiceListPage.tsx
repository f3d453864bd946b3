import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { invoiceStateLabel, invoiceStateLabels } from '@ce/client/invoice-states.ts'
import { type DeskInvoice, invoiceListQuery } from '@ce/client/staff/invoice.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { invoiceTitleTypeLabels } from '@ce/contract/person'
import { searchLimits } from '@ce/contract/search-limits'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { typedKeysOf } from '../../components/code-options.ts'
import { CellWithNote } from '../../components/DeskTable.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { dayRangeFilters, personalFilter, textFilter, viewFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { useSelection } from '../../kit/list/Selection.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { InvoiceExportBar } from './ExportBar.tsx'
import classes from './Invoice.module.css'
import { invoiceNotExportedReason, refundPendingNote, reversalReason, taxStateLabels } from './labels.ts'
import { OrderLink } from './OrderLink.tsx'

const { PENDING, ISSUING, ISSUED, REVERSED } = invoiceStateLabels
const states = { PENDING, ISSUING, ISSUED, FAILED: '失败或撤回', REVERSED } as const
const parts = { ALL: '全部', TO_REVERSE: '待红冲', TAX_OPEN: '待税务处理', ...states }

const invoices = defineList({
  label: '发票',
  unit: '张',
  filters: {
    view: viewFilter('发票状态', parts, 'PENDING'),
    keyword: personalFilter(textFilter('抬头、税号、学员、申请编号、订单号', searchLimits.invoices)),
    ...dayRangeFilters('申请日期'),
  },
  query: ({ view, ...filter }, page) =>
    invoiceListQuery({
      ...filter,
      state: typedKeysOf(states).find((one) => one === view),
      toReverse: view === 'TO_REVERSE' ? 'true' : undefined,
      taxOpen: view === 'TAX_OPEN' ? 'true' : undefined,
      ...page,
    }),
  empty: { title: '没有这样的发票', text: '学员和单位申请的发票会显示在这里。' },
})

/** The page 发票 exports waiting applications; staff upload the issued files on another page. */
export function InvoiceListPage() {
  const list = useList(invoices)
  const mayIssue = usePermission('invoice.issue')
  const { chosen, clear, rows } = useSelection(list.query.data?.list)
  return (
    <>
      <PageHeader
        title="发票"
        actions={
          mayIssue && (
            <LinkButton type="primary" to={paths.issueInvoices()}>
              上传发票文件
            </LinkButton>
          )
        }
      >
        先导出待开的申请去开票，再把 PDF、OFD 或 XML 文件一起上传，系统读取内容，与申请核对一致后开具。
      </PageHeader>
      <List
        list={list}
        columns={columns}
        above={<InvoiceExportBar ids={chosen.map(({ id }) => id)} onClear={clear} />}
        selection={mayIssue ? rows(({ applyNo }) => `发票 ${applyNo}`, invoiceNotExportedReason) : undefined}
      />
    </>
  )
}

const columns: TableProps<DeskInvoice>['columns'] = [
  {
    key: 'title',
    title: '抬头',
    render: (_, { id, title, titleType, taxNo, applyNo, amount }) => (
      <>
        <Link className={classes.name} to={paths.invoice(id)}>
          {title}
        </Link>
        <span className="cell-note">
          {invoiceTitleTypeLabels[titleType]}
          {taxNo && `，${taxNo}`}
        </span>
        <span className="narrow-only">
          {applyNo}，{formatFen(amount)}
        </span>
      </>
    ),
  },
  {
    key: 'applyNo',
    title: '申请编号',
    responsive: ['md'],
    render: (_, { applyNo, createdAt }) => <CellWithNote note={formatDateTime(createdAt)}>{applyNo}</CellWithNote>,
  },
  {
    key: 'amount',
    title: '金额',
    responsive: ['md'],
    align: 'right',
    render: (_, { amount }) => formatFen(amount),
  },
  {
    key: 'student',
    title: '学员或单位',
    responsive: ['lg'],
    render: (_, { ownerName }) => ownerName,
  },
  {
    key: 'state',
    title: '状态',
    render: (_, row) => (
      <>
        <StatusMark kind={invoiceStateLabel(row).kind}>{invoiceStateLabel(row).label}</StatusMark>
        {row.toReverse && <span className="cell-note">待红冲：{reversalReason(row)}</span>}
        {refundPendingNote(row) && (
          <span className="cell-note">
            <OrderLink orderNo={row.orderNo}>{refundPendingNote(row)}</OrderLink>
          </span>
        )}
        {row.taxState && <span className="cell-note">{taxStateLabels[row.taxState]}</span>}
        {row.failReason && <span className="cell-note">{row.failReason}</span>}
      </>
    ),
  },
]
