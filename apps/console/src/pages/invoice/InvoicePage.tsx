import { type DefinitionItem, DefinitionList } from '@ce/client/components/DefinitionList.tsx'
import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { invoiceStateLabel } from '@ce/client/invoice-states.ts'
import { type DeskInvoice, deskInvoiceQuery } from '@ce/client/staff/invoice.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { invoiceTitleTypeLabels } from '@ce/contract/person'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useParams } from 'react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { InvoiceActions } from './InvoiceActions.tsx'
import { invoiceFileCheckText, invoiceNumberText, refundPendingNote, reversalReason, taxStateLabels } from './labels.ts'
import { OrderLink } from './OrderLink.tsx'

export function InvoicePage() {
  const { id = '' } = useParams()
  const query = useQuery(deskInvoiceQuery(id))
  const mayIssue = usePermission('invoice.issue')
  return (
    <>
      <PageHeader title="发票详情" actions={<BackLink to={paths.invoices()}>返回发票列表</BackLink>} />
      <QueryContent query={query}>
        {(invoice) => (
          <div className={cards.page}>
            <CardSection
              id="state"
              title={<StatusMark kind={invoiceStateLabel(invoice).kind}>{invoiceStateLabel(invoice).label}</StatusMark>}
              beside={<strong>{formatFen(invoice.amount)}</strong>}
            >
              {invoice.toReverse && <Alert type="warning" showIcon title={`须红冲。${reversalReason(invoice)}`} />}
              {invoice.taxState === 'OPEN' && (
                <Alert
                  type="warning"
                  showIcon
                  title={`${taxStateLabels.OPEN}。申请已放弃，但放弃前已导出或登记号码：请在税务系统中核对，处理后登记结果。`}
                />
              )}
              {refundPendingNote(invoice) && (
                <Alert
                  type="warning"
                  showIcon
                  title={<OrderLink orderNo={invoice.orderNo}>{refundPendingNote(invoice)}</OrderLink>}
                />
              )}
              <div className={cards.buttons}>
                {invoice.fileUrl && (
                  <Button href={invoice.fileUrl} download style={{ textDecoration: 'none' }}>
                    下载发票文件
                  </Button>
                )}
                {mayIssue && <InvoiceActions invoice={invoice} />}
              </div>
            </CardSection>
            <Known title="开票信息" facts={factsOf(invoice)} />
            {invoice.change && <Known title="学员申请换开为" facts={changeFacts(invoice.change)} />}
          </div>
        )}
      </QueryContent>
    </>
  )
}

function Known({ title, facts }: { title: string; facts: DefinitionItem[] }) {
  return (
    <section className={cards.card} aria-label={title}>
      <h2>{title}</h2>
      <DefinitionList className={cards.facts} facts={facts.filter(([, text]) => text)} />
    </section>
  )
}

const moment = (at: string | null) => at && formatDateTime(at)

function factsOf(invoice: DeskInvoice): DefinitionItem[] {
  return [
    ['申请编号', invoice.applyNo],
    [
      '订单号',
      <OrderLink key="order" orderNo={invoice.orderNo}>
        {invoice.orderNo}
      </OrderLink>,
    ],
    ['内容', invoice.orderTitle],
    ['学员或单位', invoice.ownerName],
    ['抬头类型', invoiceTitleTypeLabels[invoice.titleType]],
    ['发票抬头', invoice.title],
    ['统一社会信用代码', invoice.taxNo],
    ['邮箱', invoice.email],
    ['备注', invoice.remark],
    ['申请时间', moment(invoice.createdAt)],
    ['申请人撤回时间', moment(invoice.withdrawnAt)],
    ['导出时间', moment(invoice.exportedAt)],
    ['发票代码', invoice.invoiceCode],
    ['发票号码', invoiceNumberText(invoice)],
    ['开票日期', invoice.datedOn],
    ['核对', invoiceFileCheckText(invoice)],
    ['开票时间', moment(invoice.issuedAt)],
    ['开票人', invoice.issuedBy],
    ['文件', invoice.fileName],
    ['失败原因', invoice.failReason],
    ['税务系统', invoice.taxState && taxStateLabels[invoice.taxState]],
    ['红字发票号码', invoice.redNo],
    ['红冲时间', moment(invoice.reversedAt)],
    ['红冲原因', invoice.reverseReason],
  ]
}

function changeFacts(change: NonNullable<DeskInvoice['change']>): DefinitionItem[] {
  return [
    ['抬头类型', invoiceTitleTypeLabels[change.titleType]],
    ['发票抬头', change.title],
    ['统一社会信用代码', change.taxNo],
    ['邮箱', change.email],
    ['备注', change.remark],
    ['原因', change.reason],
    ['申请时间', moment(change.askedAt)],
  ]
}
