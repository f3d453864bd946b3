import { callFailureText } from '@ce/client/form-refusal.ts'
import { formatFen } from '@ce/client/format.ts'
import { type IssuedInvoiceRow, useRemoveInvoiceFile } from '@ce/client/staff/invoice.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, type TableProps } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { DeskTable } from '../../components/DeskTable.tsx'
import { paths } from '../../paths.ts'
import classes from './Invoice.module.css'
import {
  AcceptDifferenceDialog,
  ChooseApplicationDialog,
  EnterInvoiceDialog,
  RedInvoiceDialog,
} from './IssueDialogs.tsx'
import {
  invoiceIssueAdvice,
  isInvoiceFileUsed,
  issueDifferenceNames,
  issueOutcomeLabels,
  mayAcceptDifference,
} from './labels.ts'

type Act = 'accept' | 'choose' | 'type' | 'red'

interface ReportProps {
  rows: readonly IssuedInvoiceRow[]
  onRow: (row: IssuedInvoiceRow) => void
  onDrop: (fileId: string) => void
}

/** Lists files that are not finished first, with their possible actions. */
export function InvoiceFileReport({ rows, onRow, onDrop }: ReportProps) {
  const [open, setOpen] = useState<{ act: Act; row: IssuedInvoiceRow } | null>(null)
  const done = rows.filter(isInvoiceFileUsed).length
  const close = () => setOpen(null)
  const dialog = open && { row: open.row, onRow, onClose: close }
  return (
    <CardSection id="report" title="结果">
      <p role="status">
        {rows.length} 个文件，{done} 个已开票或已登记，{rows.length - done} 个待处理。
      </p>
      <DeskTable<IssuedInvoiceRow>
        aria-label="逐个文件的结果"
        rowKey="fileId"
        columns={columnsOf((act, row) => setOpen({ act, row }), onDrop)}
        dataSource={rows.toSorted((one, other) => Number(isInvoiceFileUsed(one)) - Number(isInvoiceFileUsed(other)))}
      />
      {dialog && open.act === 'accept' && <AcceptDifferenceDialog {...dialog} />}
      {dialog && open.act === 'choose' && <ChooseApplicationDialog {...dialog} />}
      {dialog && open.act === 'type' && <EnterInvoiceDialog {...dialog} />}
      {dialog && open.act === 'red' && <RedInvoiceDialog {...dialog} />}
    </CardSection>
  )
}

function columnsOf(
  onAct: (act: Act, row: IssuedInvoiceRow) => void,
  onDrop: (fileId: string) => void,
): TableProps<IssuedInvoiceRow>['columns'] {
  return [
    {
      key: 'file',
      title: '文件',
      width: '36%',
      render: (_, row) => (
        <>
          <span className={classes.name}>{row.fileName || '（无）'}</span>
          <Read read={row.read} />
        </>
      ),
    },
    {
      key: 'outcome',
      title: '结果',
      render: (_, row) => <Outcome row={row} />,
    },
    {
      key: 'act',
      title: '处理',
      width: 150,
      render: (_, row) => <Acts row={row} onAct={(act) => onAct(act, row)} onDrop={onDrop} />,
    },
  ]
}

function Read({ read }: { read: IssuedInvoiceRow['read'] }) {
  if (!read) return null
  const { code, number, date, title, taxNo, amount, seller } = read
  const lines = [
    [code, number && `No. ${number}`, date].filter(Boolean).join('，').replace('No. ', ''),
    [title, taxNo].filter(Boolean).join('，'),
    [amount !== null && formatFen(amount), seller && `销售方 ${seller}`].filter(Boolean).join('，'),
  ]
  return lines.map(
    (line) =>
      line && (
        <span key={line} className="cell-note">
          {line}
        </span>
      ),
  )
}

function Outcome({ row }: { row: IssuedInvoiceRow }) {
  const { outcome, says, invoiceId, applyNo, title, differences } = row
  const { kind, label } = issueOutcomeLabels[outcome]
  const advice = invoiceIssueAdvice(row)
  return (
    <>
      <StatusMark kind={kind}>{label}</StatusMark>
      {says && <span className="cell-note">{says}</span>}
      {invoiceId && (
        <span className="cell-note">
          <Link to={paths.invoice(invoiceId)}>{applyNo}</Link> {title}
        </span>
      )}
      {differences.map(({ field, applied, read }) => (
        <span key={field} className="cell-note">
          {issueDifferenceNames[field]}：{outcome === 'OTHER_SELLER' ? '应为' : '申请'} {applied}，发票 {read}
        </span>
      ))}
      {advice && <span className="cell-note">{advice}</span>}
    </>
  )
}

function Acts({
  row,
  onAct,
  onDrop,
}: {
  row: IssuedInvoiceRow
  onAct: (act: Act) => void
  onDrop: (fileId: string) => void
}) {
  const drop = useRemoveInvoiceFile()
  const { fileId, fileName, outcome } = row
  if (isInvoiceFileUsed(row) || outcome === 'NO_FILE') return null
  const remove = () =>
    drop.mutate(
      { fileId },
      {
        onSuccess: () => onDrop(fileId),
        onError: (error) => showNotice({ kind: 'error', title: '没有删除', text: callFailureText(error) }),
      },
    )
  return (
    <span className={cards.buttons}>
      {mayAcceptDifference(row) && (
        <Button size="small" onClick={() => onAct('accept')}>
          接受差异…
        </Button>
      )}
      {(outcome === 'AMBIGUOUS' || outcome === 'UNMATCHED' || outcome === 'MISMATCH') && (
        <Button size="small" onClick={() => onAct('choose')}>
          选择申请…
        </Button>
      )}
      {row.mayType && (
        <Button size="small" onClick={() => onAct('type')}>
          手工录入…
        </Button>
      )}
      {outcome === 'RED' && (
        <Button size="small" onClick={() => onAct('red')}>
          登记红冲…
        </Button>
      )}
      <Button size="small" danger loading={drop.isPending} aria-label={`删除文件 ${fileName}`} onClick={remove}>
        删除文件
      </Button>
    </span>
  )
}
