import { type DeskInvoice, invoiceListQuery } from '@ce/client/staff/invoice.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListTable } from '../../components/ListTable.tsx'
import { LinkButton } from '../../kit/LinkButton.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { ExportBar } from './ExportBar.tsx'
import { InvoiceFilters } from './InvoiceFilters.tsx'
import { invoiceColumns } from './invoice-columns.tsx'
import { useInvoiceFilter } from './use-invoice-filter.ts'
import { notExported } from './words.ts'

/** 发票: the queue. Those that wait are exported together; their files come back on the upload page. */
export function InvoiceListPage() {
  const filters = useInvoiceFilter()
  const { filter, page, pageSize } = filters
  const mayIssue = usePermission('invoice.issue')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const query = useQuery(invoiceListQuery({ ...filter, page, pageSize }))
  return (
    <>
      <PageHeader
        title="发票"
        actions={
          mayIssue && (
            <LinkButton type="primary" to={paths.issueInvoices()}>
              上传发票文件
            </LinkButton>
          )
        }
      >
        先导出待开的申请去开票，再把 PDF、OFD 或 XML
        文件一起上传，系统读取内容，与申请核对一致后开具。
      </PageHeader>
      <InvoiceFilters filters={filters} />
      {chosen.length > 0 && <ExportBar ids={chosen} onClear={() => setChosen([])} />}
      <ListTable
        label="发票"
        unit="张"
        query={query}
        columns={invoiceColumns}
        empty={
          <EmptyState title="没有符合条件的发票">学员和单位申请的发票会显示在这里。</EmptyState>
        }
        selection={mayIssue ? selectionOf(chosen, setChosen) : undefined}
      />
    </>
  )
}

function selectionOf(chosen: readonly string[], onChoose: (ids: readonly string[]) => void) {
  return {
    selectedRowKeys: [...chosen],
    preserveSelectedRowKeys: true,
    onChange: (keys: readonly React.Key[]) => onChoose(keys.map(String)),
    getTitleCheckboxProps: () => ({ 'aria-label': '选择本页全部发票' }),
    getCheckboxProps: (invoice: DeskInvoice) => {
      const why = notExported(invoice)
      const label = `选择发票 ${invoice.applyNo}`
      return why
        ? { disabled: true, title: why, 'aria-label': `${label}：${why}` }
        : { 'aria-label': label }
    },
  }
}
