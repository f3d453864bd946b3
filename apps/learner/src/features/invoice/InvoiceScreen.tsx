import { Loaded } from '@ce/client/components/Loaded.tsx'
import { formatFen } from '@ce/client/format.ts'
import { type Invoice, invoiceQuery } from '@ce/client/invoice.ts'
import {
  changeFacts,
  invoiceFacts,
  isOver,
  mayApplyAgain,
  mayCorrect,
} from '@ce/client/invoice-facts.ts'
import { invoiceState } from '@ce/client/invoice-states.ts'
import {
  correctAction,
  explanation,
  laterAction,
  withdrawAction,
  withdrawChangeAction,
  withdrawChangeQuestion,
  withdrawQuestion,
} from '@ce/client/invoice-text.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { ConfirmDialog } from '@ce/ui/Dialog.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { Link, useParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { Facts } from '../../components/Facts.tsx'
import { NoSuch } from '../../components/NoSuch.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { ChangeButton } from './ChangeSheet.tsx'
import { useLater } from './use-later.ts'
import { useChangeWithdrawal, useInvoiceWithdrawal } from './use-withdrawal.ts'

/** One invoice: how it stands and why, its file, and what can be done about it. */
export function InvoiceScreen() {
  const { id = '' } = useParams()
  const query = useQuery(invoiceQuery(id))
  return (
    <Screen title="发票详情" back={paths.invoices()}>
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

function Withdraw({ invoice }: { invoice: Invoice }) {
  const onOk = useInvoiceWithdrawal(invoice)
  return <AskingButton action={withdrawAction} words={withdrawQuestion} onOk={onOk} />
}

function WithdrawChange({ invoice }: { invoice: Invoice }) {
  const onOk = useChangeWithdrawal(invoice)
  return <AskingButton action={withdrawChangeAction} words={withdrawChangeQuestion} onOk={onOk} />
}

interface Asking extends Pick<ComponentProps<typeof ConfirmDialog>, 'words' | 'onOk'> {
  action: string
}

function AskingButton({ action, words, onOk }: Asking) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button kind="quiet" onClick={() => setAsking(true)}>
        {action}
      </Button>
      {asking && (
        <ConfirmDialog open words={words} danger onOk={onOk} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
