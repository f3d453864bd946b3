import { formatDateTime, formatFen } from '@ce/client/format.ts'
import {
  type Invoice,
  myInvoicesInPages,
  type SavedTitle,
  savedTitlesQuery,
} from '@ce/client/invoice.ts'
import { invoiceState } from '@ce/client/invoice-states.ts'
import { failedWords } from '@ce/client/invoice-text.ts'
import { invoiceTitleTypes } from '@ce/contract/person'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { GrowingList } from '../../components/GrowingList.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useTitleRemoval } from './use-title-removal.ts'

/** 我的发票, and the titles kept for the next time. */
export function InvoicesScreen() {
  const query = useInfiniteQuery(myInvoicesInPages())
  return (
    <Screen title="我的发票" back={paths.profile()}>
      <Refreshing>
        <GrowingList
          query={query}
          idOf={({ id }) => id}
          empty={
            <EmptyState
              title={emptyWords.invoices.title}
              action={
                <Link className={buttonClass()} to={paths.orders()}>
                  {emptyWords.invoices.action}
                </Link>
              }
            >
              {emptyWords.invoices.text}
            </EmptyState>
          }
        >
          {(invoice) => <InvoiceCard invoice={invoice} />}
        </GrowingList>
      </Refreshing>
      <Titles />
    </Screen>
  )
}

/** One of the list; of one that was not issued, why. */
export function InvoiceCard({ invoice }: { invoice: Invoice }) {
  const { label, kind } = invoiceState(invoice)
  return (
    <section className={card.card} aria-label={`发票 ${invoice.applyNo}`}>
      <div className={card.head}>
        <span className={card.quiet}>申请编号 {invoice.applyNo}</span>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <p className={card.head}>
        <strong>{invoice.title}</strong>
        <strong className="figures">{formatFen(invoice.amount)}</strong>
      </p>
      <p className={card.quiet}>
        <Dated>
          {invoice.orderTitle}，申请 {formatDateTime(invoice.createdAt)}
        </Dated>
      </p>
      {invoice.failReason && <p className={card.quiet}>{failedWords(invoice.failReason)}</p>}
      <Link
        className={buttonClass('quiet')}
        to={paths.invoice(invoice.id)}
        aria-label={`查看发票 ${invoice.applyNo}`}
      >
        查看
      </Link>
    </section>
  )
}

function Titles() {
  const { data } = useQuery(savedTitlesQuery())
  if (!data?.list.length) return null
  return (
    <section className={card.card} aria-labelledby="titles">
      <h2 id="titles">保存的抬头</h2>
      {data.list.map((title) => (
        <TitleRow key={title.id} saved={title} />
      ))}
    </section>
  )
}

function TitleRow({ saved }: { saved: SavedTitle }) {
  const { title, titleType, taxNo } = saved
  const { busy, onRemove } = useTitleRemoval(saved)
  return (
    <div className={card.head}>
      <div>
        <p>{title}</p>
        <p className={card.quiet}>
          {invoiceTitleTypes[titleType]}
          {taxNo && `，${taxNo}`}
        </p>
      </div>
      <Button kind="quiet" busy={busy} onClick={onRemove} aria-label={`删除抬头 ${title}`}>
        删除
      </Button>
    </div>
  )
}
