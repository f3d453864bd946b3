import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatFen } from '@ce/client/format.ts'
import {
  allMyInvoicesQuery,
  type Invoice,
  invoiceQuery,
  refetchInvoices,
  useWithdrawInvoice,
  useWithdrawInvoiceChange,
} from '@ce/client/invoice.ts'
import {
  invoiceChangeFacts,
  invoiceFacts,
  isInvoiceOver,
  mayApplyForInvoiceAgain,
  mayCorrectInvoice,
} from '@ce/client/invoice-facts.ts'
import { invoiceStateLabel } from '@ce/client/invoice-states.ts'
import {
  correctInvoiceLabel,
  invoiceChangeWithdrawnNotice,
  invoiceExplanation,
  invoiceWithdrawnNotice,
  newerInvoiceLabel,
  withdrawInvoiceChangeConfirmation,
  withdrawInvoiceChangeLabel,
  withdrawInvoiceConfirmation,
  withdrawInvoiceLabel,
} from '@ce/client/invoice-text.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { FactCard } from '../../components/FactCard.tsx'
import { NotFoundNote } from '../../components/NotFoundNote.tsx'
import { PullToRefresh } from '../../components/PullToRefresh.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { InvoiceChangeButton } from './InvoiceChangeButton.tsx'

export function InvoiceScreen() {
  const { id = '' } = useParams()
  const query = useQuery(invoiceQuery(id))
  return (
    <ScreenLayout title="发票详情" back={paths.invoices()} backLabel="返回我的发票">
      <PullToRefresh>
        <QueryContent
          query={query}
          missing={<NotFoundNote words={emptyScreenTexts.noSuchInvoice} to={paths.invoices()} />}
        >
          {(invoice) => <InvoiceView invoice={invoice} />}
        </QueryContent>
      </PullToRefresh>
    </ScreenLayout>
  )
}

function InvoiceView({ invoice }: { invoice: Invoice }) {
  const { label, kind } = invoiceStateLabel(invoice)
  const later = useLater(invoice)
  return (
    <>
      <section className={card.card} aria-labelledby="state">
        <div className={card.head}>
          <h2 id="state">
            <StatusMark kind={kind}>{label}</StatusMark>
          </h2>
          <strong className="figures">{formatFen(invoice.amount)}</strong>
        </div>
        <p>{invoiceExplanation(invoice, later)}</p>
        <div className={card.tools}>
          {invoice.fileUrl && (
            <a className={buttonClass()} href={invoice.fileUrl} download>
              下载发票
            </a>
          )}
          {invoice.mayChange && <InvoiceChangeButton invoice={invoice} />}
          {invoice.mayWithdraw && <Withdraw invoice={invoice} />}
          {invoice.mayWithdrawChange && <WithdrawChange invoice={invoice} />}
          {mayCorrectInvoice(invoice) && (
            <Link className={buttonClass()} to={paths.applyForInvoice(invoice.orderNo, invoice.id)}>
              {correctInvoiceLabel}
            </Link>
          )}
          {isInvoiceOver(invoice) && later && (
            <Link className={buttonClass('quiet')} to={paths.invoice(later.id)}>
              {newerInvoiceLabel}
            </Link>
          )}
          {mayApplyForInvoiceAgain(invoice, later) && (
            <Link className={buttonClass()} to={paths.applyForInvoice(invoice.orderNo, invoice.id)}>
              重新申请
            </Link>
          )}
        </div>
      </section>
      <section className={card.card} aria-labelledby="facts">
        <h2 id="facts">开票信息</h2>
        <FactCard facts={invoiceFacts(invoice)} />
      </section>
      {invoice.change && (
        <section className={card.card} aria-labelledby="change">
          <h2 id="change">换开申请</h2>
          <FactCard facts={invoiceChangeFacts(invoice.change)} />
        </section>
      )}
    </>
  )
}

/** The order's next invoice application: null if this one is the newest, undefined while loading. */
function useLater({ id, orderNo }: Invoice): Invoice | null | undefined {
  const { data } = useQuery(allMyInvoicesQuery())
  if (!data) return undefined
  const newest = data.list.find((one) => one.orderNo === orderNo)
  return newest && newest.id !== id ? newest : null
}

function Withdraw({ invoice: { id } }: { invoice: Invoice }) {
  const withdraw = useWithdrawInvoice()
  return (
    <AskingButton
      action={withdrawInvoiceLabel}
      words={withdrawInvoiceConfirmation}
      withdraw={() => withdraw.mutateAsync({ id })}
      done={invoiceWithdrawnNotice}
    />
  )
}

function WithdrawChange({ invoice: { id } }: { invoice: Invoice }) {
  const withdraw = useWithdrawInvoiceChange()
  return (
    <AskingButton
      action={withdrawInvoiceChangeLabel}
      words={withdrawInvoiceChangeConfirmation}
      withdraw={() => withdraw.mutateAsync({ id })}
      done={invoiceChangeWithdrawnNotice}
    />
  )
}

interface AskingButtonProps {
  action: string
  words: { title: string; text: string; ok: string; cancel: string }
  withdraw: () => Promise<unknown>
  done: { kind: 'success'; title: string }
}

/** If the server refuses the action, the invoice loads again to show its new state. */
function AskingButton({ action, words, withdraw, done }: AskingButtonProps) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const answer = () =>
    withdraw().then(
      () => void showNotice(done),
      () => refetchInvoices(client),
    )
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog open={asking} words={words} danger onOk={answer} onClose={() => setAsking(false)} />
    </>
  )
}
