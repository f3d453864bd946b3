import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { type EmployerInvoice, employerInvoiceQuery } from '@ce/client/employer.ts'
import { formatFen } from '@ce/client/format.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'

const words = {
  PENDING: { label: '发票已申请，等待开具', kind: 'doing' },
  ISSUING: { label: '发票开具中', kind: 'doing' },
  ISSUED: { label: '发票已开具', kind: 'done' },
  FAILED: { label: '发票申请被退回', kind: 'error' },
  REVERSED: { label: '发票已红冲', kind: 'todo' },
} as const

const wordsOf = ({ state, withdrawnAt }: EmployerInvoice) =>
  withdrawnAt ? ({ label: '发票申请已撤回', kind: 'todo' } as const) : words[state]

export function EmployerOrderInvoice({ orderNo }: { orderNo: string }) {
  const query = useQuery(employerInvoiceQuery(orderNo))
  return (
    <QueryContent query={query}>
      {(invoice) => (
        <p>
          <StatusMark kind={wordsOf(invoice).kind}>
            {wordsOf(invoice).label}，{formatFen(invoice.amount)}
          </StatusMark>{' '}
          {invoice.state === 'FAILED' && invoice.failReason}
          {invoice.state === 'REVERSED' && invoice.reverseReason}
          {invoice.state === 'ISSUED' && invoice.fileUrl && (
            <a href={invoice.fileUrl} download>
              下载发票
            </a>
          )}
        </p>
      )}
    </QueryContent>
  )
}
