import { keepFocusNear } from '@ce/client/components/refocus.ts'
import { formatDateTime, formatFen } from '@ce/client/format.ts'
import {
  type Invoice,
  myInvoicesInPages,
  type SavedTitle,
  savedTitlesQuery,
  useRemoveTitle,
} from '@ce/client/invoice.ts'
import { invoiceState } from '@ce/client/invoice-states.ts'
import { failedWords } from '@ce/client/invoice-text.ts'
import { invoiceTitleTypes } from '@ce/contract/person'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { GrowingList } from '../../components/GrowingList.tsx'
import { NoSuch } from '../../components/NoSuch.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import classes from './Invoices.module.css'

/** 我的发票, and the titles kept for the next time. */
export function InvoicesScreen() {
  const query = useInfiniteQuery(myInvoicesInPages())
  return (
    <Screen title="我的发票" back={paths.profile()}>
      <Refreshing>
        <GrowingList
          query={query}
          idOf={({ id }) => id}
          around={(invoices) => <ul className={classes.invoices}>{invoices}</ul>}
          empty={<NoSuch words={emptyWords.invoices} to={paths.orders()} />}
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
    <li className={card.card} aria-label={`发票 ${invoice.applyNo}`}>
      <div className={card.head}>
        <span className={card.quiet}>申请编号 {invoice.applyNo}</span>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <p className={card.head}>
        <strong>{invoice.title}</strong>
        <strong className="figures">{formatFen(invoice.amount)}</strong>
      </p>
      {invoice.failReason && <p className={card.quiet}>{failedWords(invoice.failReason)}</p>}
      <div className={classes.foot}>
        <p className={card.quiet}>
          <Dated>
            {invoice.orderTitle}，申请 {formatDateTime(invoice.createdAt)}
          </Dated>
        </p>
        <Link
          className={buttonClass('quiet')}
          to={paths.invoice(invoice.id)}
          aria-label={`查看发票 ${invoice.applyNo}`}
        >
          查看
        </Link>
      </div>
    </li>
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
  const remove = useRemoveTitle()
  const forget = async () => {
    await remove.mutateAsync({ id: saved.id })
    showNotice({ kind: 'success', title: `已删除抬头：${title}` })
  }
  return (
    <div className={card.head}>
      <div>
        <p>{title}</p>
        <p className={card.quiet}>
          {invoiceTitleTypes[titleType]}
          {taxNo && `，${taxNo}`}
        </p>
      </div>
      <Button
        kind="quiet"
        busy={remove.isPending}
        // its row goes
        onClick={() => void keepFocusNear(forget())}
        aria-label={`删除抬头 ${title}`}
      >
        删除
      </Button>
    </div>
  )
}
