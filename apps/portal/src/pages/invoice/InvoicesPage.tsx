import { formatDateTime, formatFen } from '@ce/client/format.ts'
import {
  type Invoice,
  myInvoicesQuery,
  type SavedTitle,
  savedTitlesQuery,
} from '@ce/client/invoice.ts'
import { readPage } from '@ce/client/read-page.ts'
import { invoiceTitleTypes } from '@ce/contract/person'
import { invoiceState } from '@ce/frame/invoice-states.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { useTitleRemoval } from '@ce/frame/student/invoice/use-title-removal.ts'
import { failedWords } from '@ce/frame/student/invoice/words.ts'
import { NoSuch } from '@ce/frame/student/NoSuch.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { PagedList } from '../../components/PagedList.tsx'
import { paths } from '../../paths.ts'
import classes from './Invoice.module.css'

const pageSize = 10

/** 我的发票, and the titles kept for the next time. */
export function InvoicesPage() {
  const [params, setParams] = useSearchParams()
  const page = readPage(params.get('page'))
  const query = useQuery(myInvoicesQuery({ page, pageSize }))
  return (
    <>
      <PageHeader
        title="我的发票"
        actions={<LinkButton to={paths.orders()}>我的订单</LinkButton>}
      />
      <PagedList
        query={query}
        page={page}
        pageSize={pageSize}
        onPage={(next) => setParams({ page: String(next) })}
        className={classes.list}
        empty={<NoSuch words={emptyWords.invoices} to={paths.orders()} />}
      >
        {(invoice) => <InvoiceCard key={invoice.id} invoice={invoice} />}
      </PagedList>
      <Titles />
    </>
  )
}

/** One of the list; of one that was not issued, why. */
export function InvoiceCard({ invoice }: { invoice: Invoice }) {
  const { label, kind } = invoiceState(invoice)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <span className={classes.number}>申请编号 {invoice.applyNo}</span>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <div className={classes.head}>
        <span className={classes.name}>{invoice.title}</span>
        <span className={classes.name}>{formatFen(invoice.amount)}</span>
      </div>
      <div className={classes.head}>
        <span className={classes.number}>
          {invoice.orderTitle}，申请 {formatDateTime(invoice.createdAt)}
        </span>
        <Link to={paths.invoice(invoice.id)} aria-label={`查看发票 ${invoice.applyNo}`}>
          查看
        </Link>
      </div>
      {invoice.failReason && (
        <span className={classes.number}>{failedWords(invoice.failReason)}</span>
      )}
    </li>
  )
}

function Titles() {
  const { data } = useQuery(savedTitlesQuery())
  if (!data?.list.length) return null
  return (
    <section className={classes.card} aria-labelledby="titles">
      <h2 id="titles">保存的抬头</h2>
      <ul className={classes.titles}>
        {data.list.map((title) => (
          <TitleRow key={title.id} saved={title} />
        ))}
      </ul>
    </section>
  )
}

function TitleRow({ saved }: { saved: SavedTitle }) {
  const { title, titleType, taxNo } = saved
  const { busy, onRemove } = useTitleRemoval(saved)
  return (
    <li className={classes.head}>
      <span>
        <span className={classes.name}>{title}</span>
        <br />
        <span className={classes.number}>
          {invoiceTitleTypes[titleType]}
          {taxNo && `，${taxNo}`}
        </span>
      </span>
      <Button size="small" loading={busy} onClick={onRemove} aria-label={`删除抬头 ${title}`}>
        删除
      </Button>
    </li>
  )
}
