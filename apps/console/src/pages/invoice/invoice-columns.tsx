import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { invoiceState } from '@ce/client/invoice-states.ts'
import type { DeskInvoice } from '@ce/client/staff/invoice.ts'
import { invoiceTitleTypes } from '@ce/contract/person'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './Invoice.module.css'
import { OrderLink } from './OrderLink.tsx'
import { refundNote, reverseCause, taxWords } from './words.ts'

export const invoiceColumns: TableProps<DeskInvoice>['columns'] = [
  {
    key: 'title',
    title: '抬头',
    render: (_, { id, title, titleType, taxNo, applyNo, amount }) => (
      <>
        <Link className={classes.name} to={paths.invoice(id)}>
          {title}
        </Link>
        <span className="cell-note">
          {invoiceTitleTypes[titleType]}
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
    render: (_, { applyNo, createdAt }) => (
      <>
        {applyNo}
        <span className="cell-note">{formatDateTime(createdAt)}</span>
      </>
    ),
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
        <StatusMark kind={invoiceState(row).kind}>{invoiceState(row).label}</StatusMark>
        {row.toReverse && <span className="cell-note">待红冲：{reverseCause(row)}</span>}
        {refundNote(row) && (
          <span className="cell-note">
            <OrderLink orderNo={row.orderNo}>{refundNote(row)}</OrderLink>
          </span>
        )}
        {row.taxState && <span className="cell-note">{taxWords[row.taxState]}</span>}
        {row.failReason && <span className="cell-note">{row.failReason}</span>}
      </>
    ),
  },
]
