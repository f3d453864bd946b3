import { Loaded } from '@ce/client/components/Loaded.tsx'
import { formatFen } from '@ce/client/format.ts'
import {
  type Invoice,
  invoiceQuery,
  renewInvoices,
  useWithdrawChange,
  useWithdrawInvoice,
  wholeInvoicesQuery,
} from '@ce/client/invoice.ts'
import {
  changeFacts,
  invoiceFacts,
  isOver,
  mayApplyAgain,
  mayCorrect,
} from '@ce/client/invoice-facts.ts'
import { invoiceState } from '@ce/client/invoice-states.ts'
import {
  changeWithdrawnNotice,
  correctAction,
  explanation,
  laterAction,
  withdrawAction,
  withdrawChangeAction,
  withdrawChangeQuestion,
  withdrawnNotice,
  withdrawQuestion,
} from '@ce/client/invoice-text.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { Facts } from '../../components/Facts.tsx'
import { NoSuch } from '../../components/NoSuch.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { ChangeButton } from './ChangeDialog.tsx'

/** One invoice: how it stands and why, its file, and what can be done about it. */
export function InvoiceScreen() {
  const { id = '' } = useParams()
  const query = useQuery(invoiceQuery(id))
  return (
    <Screen title="发票详情" back={paths.invoices()} backLabel="返回我的发票">
      <Refreshing>
        <Loaded
          query={query}
          missing={<NoSuch words={emptyWords.noSuchInvoice} to={paths.invoices()} />}
        >
          {(invoice) => <InvoiceView invoice={invoice} />}
        </Loaded>
      </Refreshing>
    </Screen>
  )
}

function InvoiceView({ invoice }: { invoice: Invoice }) {
  const { label, kind } = invoiceState(invoice)
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
        <p>{explanation(invoice, later)}</p>
        <div className={card.tools}>
          {invoice.fileUrl && (
            <a className={buttonClass()} href={invoice.fileUrl} download>
              下载发票
            </a>
          )}
          {invoice.mayChange && <ChangeButton invoice={invoice} />}
          {invoice.mayWithdraw && <Withdraw invoice={invoice} />}
          {invoice.mayWithdrawChange && <WithdrawChange invoice={invoice} />}
          {mayCorrect(invoice) && (
            <Link className={buttonClass()} to={paths.applyForInvoice(invoice.orderNo, invoice.id)}>
              {correctAction}
            </Link>
          )}
          {isOver(invoice) && later && (
            <Link className={buttonClass('quiet')} to={paths.invoice(later.id)}>
              {laterAction}
            </Link>
          )}
          {mayApplyAgain(invoice, later) && (
            <Link className={buttonClass()} to={paths.applyForInvoice(invoice.orderNo, invoice.id)}>
              重新申请
            </Link>
          )}
        </div>
      </section>
      <section className={card.card} aria-labelledby="facts">
        <h2 id="facts">开票信息</h2>
        <Facts facts={invoiceFacts(invoice)} />
      </section>
      {invoice.change && (
        <section className={card.card} aria-labelledby="change">
          <h2 id="change">换开申请</h2>
          <Facts facts={changeFacts(invoice.change)} />
        </section>
      )}
    </>
  )
}

/** The order's newest application, when that is another than this one; undefined: not known yet. */
function useLater({ id, orderNo }: Invoice): Invoice | null | undefined {
  const { data } = useQuery(wholeInvoicesQuery())
  if (!data) return undefined
  const newest = data.list.find((one) => one.orderNo === orderNo)
  return newest && newest.id !== id ? newest : null
}

function Withdraw({ invoice: { id } }: { invoice: Invoice }) {
  const withdraw = useWithdrawInvoice()
  return (
    <AskingButton
      action={withdrawAction}
      words={withdrawQuestion}
      withdraw={() => withdraw.mutateAsync({ id })}
      done={withdrawnNotice}
    />
  )
}

function WithdrawChange({ invoice: { id } }: { invoice: Invoice }) {
  const withdraw = useWithdrawChange()
  return (
    <AskingButton
      action={withdrawChangeAction}
      words={withdrawChangeQuestion}
      withdraw={() => withdraw.mutateAsync({ id })}
      done={changeWithdrawnNotice}
    />
  )
}

interface AskingButtonProps {
  action: string
  words: { title: string; text: string; ok: string; cancel: string }
  withdraw: () => Promise<unknown>
  done: { kind: 'success'; title: string }
}

/** Takes something back, and says so; refused, the invoice is shown as it stands by now. */
function AskingButton({ action, words, withdraw, done }: AskingButtonProps) {
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const answer = () =>
    withdraw().then(
      () => void showNotice(done),
      () => renewInvoices(client), // the refusal has been shown
    )
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        open={asking}
        words={words}
        danger
        onOk={answer}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
