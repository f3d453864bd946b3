import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { type Invoice, invoiceQuery } from '@ce/client/invoice.ts'
import { invoiceTitleTypes } from '@ce/contract/person'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { Fact } from './ApplyPage.tsx'
import { ChangeButton } from './ChangeDialog.tsx'
import classes from './Invoice.module.css'
import { explanation, states } from './words.ts'

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
      <Loaded query={query}>{(invoice) => <InvoiceView invoice={invoice} />}</Loaded>
    </>
  )
}

function InvoiceView({ invoice }: { invoice: Invoice }) {
  const { label, kind } = states[invoice.state]
  const mayApplyAgain = invoice.orderStatus === 'PAID' && invoice.state === 'FAILED'
  return (
    <>
      <section className={classes.card} aria-labelledby="state">
        <div className={classes.head}>
          <h2 id="state">
            <StatusMark kind={kind}>{label}</StatusMark>
          </h2>
          <span className={classes.name}>{formatFen(invoice.amount)}</span>
        </div>
        <p>{explanation(invoice)}</p>
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
          {mayApplyAgain && (
            <LinkButton type="primary" to={paths.applyForInvoice(invoice.orderNo)}>
              重新申请
            </LinkButton>
          )}
        </div>
      </section>
      <section className={classes.card} aria-labelledby="content">
        <h2 id="content">开票信息</h2>
        <dl className={classes.facts}>
          {factsOf(invoice).map(([name, text]) => (
            <Fact key={name} name={name} text={text} />
          ))}
        </dl>
      </section>
      {invoice.change && <Change change={invoice.change} />}
    </>
  )
}

/** What is known of it; what is not, is left out. */
function factsOf(invoice: Invoice): (readonly [string, string])[] {
  const facts: (readonly [string, string | null])[] = [
    ['申请编号', invoice.applyNo],
    ['订单号', invoice.orderNo],
    ['内容', invoice.orderTitle],
    ['抬头类型', invoiceTitleTypes[invoice.titleType]],
    ['发票抬头', invoice.title],
    ['统一社会信用代码', invoice.taxNo],
    ['邮箱', invoice.email],
    ['备注', invoice.remark],
    ['申请时间', formatDateTime(invoice.createdAt)],
    ['发票号码', invoice.invoiceNo],
    ['开票时间', invoice.issuedAt && formatDateTime(invoice.issuedAt)],
    ['文件', invoice.fileName],
    ['红字发票号码', invoice.redNo],
    ['红冲时间', invoice.reversedAt && formatDateTime(invoice.reversedAt)],
  ]
  return facts.flatMap(([name, text]) => (text ? [[name, text] as const] : []))
}

function Change({ change }: { change: NonNullable<Invoice['change']> }) {
  return (
    <section className={classes.card} aria-labelledby="change">
      <h2 id="change">换开申请</h2>
      <dl className={classes.facts}>
        <Fact name="新的抬头" text={change.title} />
        <Fact name="抬头类型" text={invoiceTitleTypes[change.titleType]} />
        {change.taxNo && <Fact name="统一社会信用代码" text={change.taxNo} />}
        <Fact name="原因" text={change.reason} />
        <Fact name="申请时间" text={formatDateTime(change.askedAt)} />
      </dl>
    </section>
  )
}
