import { formatFen } from '@ce/client/format.ts'
import { type Invoice, invoiceQuery } from '@ce/client/invoice.ts'
import { Facts } from '@ce/frame/Facts.tsx'
import { invoiceState } from '@ce/frame/invoice-states.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import {
  changeFacts,
  invoiceFacts,
  isOver,
  mayApplyAgain,
  mayCorrect,
} from '@ce/frame/student/invoice/facts.ts'
import { useLater } from '@ce/frame/student/invoice/use-later.ts'
import { correctAction, explanation, laterAction } from '@ce/frame/student/invoice/words.ts'
import { NoSuch } from '@ce/frame/student/NoSuch.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { ChangeButton } from './ChangeDialog.tsx'
import classes from './Invoice.module.css'
import { WithdrawButton, WithdrawChangeButton } from './WithdrawButton.tsx'

/** One invoice: how it stands and why, its file, and what can be done about it. */
export function InvoicePage() {
  const { id = '' } = useParams()
  const query = useQuery(invoiceQuery(id))
  return (
    <>
      <PageHeader
        title="发票详情"
        actions={
          <>
            <LinkButton to={paths.invoices()}>我的发票</LinkButton>
            <LinkButton to={paths.orders()}>我的订单</LinkButton>
          </>
        }
      />
      <Loaded
        query={query}
        missing={<NoSuch words={emptyWords.noSuchInvoice} to={paths.invoices()} />}
      >
        {(invoice) => <InvoiceView invoice={invoice} />}
      </Loaded>
    </>
  )
}

function InvoiceView({ invoice }: { invoice: Invoice }) {
  const { label, kind } = invoiceState(invoice)
  const later = useLater(invoice)
  return (
    <>
      <section className={classes.card} aria-labelledby="state">
        <div className={classes.head}>
          <h2 id="state">
            <StatusMark kind={kind}>{label}</StatusMark>
          </h2>
          <span className={classes.name}>{formatFen(invoice.amount)}</span>
        </div>
        <p>{explanation(invoice, later)}</p>
        <div className={classes.actions}>
          {invoice.fileUrl && (
            <Button
              type="primary"
              href={invoice.fileUrl}
              download
              style={{ textDecoration: 'none' }}
            >
              下载发票
            </Button>
          )}
          {invoice.mayChange && <ChangeButton invoice={invoice} />}
          {mayCorrect(invoice) && (
            <LinkButton to={paths.applyForInvoice(invoice.orderNo, invoice.id)}>
              {correctAction}
            </LinkButton>
          )}
          {invoice.mayWithdraw && <WithdrawButton invoice={invoice} />}
          {invoice.mayWithdrawChange && <WithdrawChangeButton invoice={invoice} />}
          {isOver(invoice) && later && (
            <LinkButton to={paths.invoice(later.id)}>{laterAction}</LinkButton>
          )}
          {mayApplyAgain(invoice, later) && (
            <LinkButton type="primary" to={paths.applyForInvoice(invoice.orderNo, invoice.id)}>
              重新申请
            </LinkButton>
          )}
        </div>
      </section>
      <section className={classes.card} aria-labelledby="facts">
        <h2 id="facts">开票信息</h2>
        <Facts className={classes.facts} facts={invoiceFacts(invoice)} />
      </section>
      {invoice.change && <Change change={invoice.change} />}
    </>
  )
}

function Change({ change }: { change: NonNullable<Invoice['change']> }) {
  return (
    <section className={classes.card} aria-labelledby="change">
      <h2 id="change">换开申请</h2>
      <Facts className={classes.facts} facts={changeFacts(change)} />
    </section>
  )
}
