import { restoreFocusNear } from '@ce/client/components/restore-focus.ts'
import { formatDateTime, formatFen } from '@ce/client/format.ts'
import type { Invoice, SavedInvoiceTitle } from '@ce/client/invoice.ts'
import { pagedMyInvoicesQuery, savedInvoiceTitlesQuery, useRemoveSavedInvoiceTitle } from '@ce/client/invoice.ts'
import { invoiceStateLabel } from '@ce/client/invoice-states.ts'
import { invoiceFailedText } from '@ce/client/invoice-text.ts'
import { invoiceTitleTypeLabels } from '@ce/contract/person'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { InfiniteList } from '../../components/InfiniteList.tsx'
import { NotFoundNote } from '../../components/NotFoundNote.tsx'
import { PullToRefresh } from '../../components/PullToRefresh.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import classes from './Invoices.module.css'

export function InvoicesScreen() {
  const query = useInfiniteQuery(pagedMyInvoicesQuery())
  return (
    <ScreenLayout title="我的发票" back={paths.profile()}>
      <PullToRefresh>
        <InfiniteList
          query={query}
          idOf={({ id }) => id}
          around={(invoices) => <ul className={classes.invoices}>{invoices}</ul>}
          empty={<NotFoundNote words={emptyScreenTexts.invoices} to={paths.orders()} />}
        >
          {(invoice) => <InvoiceCard invoice={invoice} />}
        </InfiniteList>
      </PullToRefresh>
      <Titles />
    </ScreenLayout>
  )
}

export function InvoiceCard({ invoice }: { invoice: Invoice }) {
  const { label, kind } = invoiceStateLabel(invoice)
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
      {invoice.failReason && <p className={card.quiet}>{invoiceFailedText(invoice.failReason)}</p>}
      <div className={classes.foot}>
        <p className={card.quiet}>
          <DatedText>
            {invoice.orderTitle}，申请 {formatDateTime(invoice.createdAt)}
          </DatedText>
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
  const { data } = useQuery(savedInvoiceTitlesQuery())
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

function TitleRow({ saved }: { saved: SavedInvoiceTitle }) {
  const { title, titleType, taxNo } = saved
  const remove = useRemoveSavedInvoiceTitle()
  const forget = async () => {
    await remove.mutateAsync({ id: saved.id })
    showNotice({ kind: 'success', title: `已删除抬头：${title}` })
  }
  return (
    <div className={card.head}>
      <div>
        <p>{title}</p>
        <p className={card.quiet}>
          {invoiceTitleTypeLabels[titleType]}
          {taxNo && `，${taxNo}`}
        </p>
      </div>
      <Button
        kind="quiet"
        busy={remove.isPending}
        // Move the focus, because the row disappears.
        onClick={() => void restoreFocusNear(forget())}
        aria-label={`删除抬头 ${title}`}
      >
        删除
      </Button>
    </div>
  )
}
