import { auditQuery } from '@ce/client/staff/audit.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ListTable } from '../../components/ListTable.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { AuditDetail } from './AuditDetail.tsx'
import { AuditExport } from './AuditExport.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { auditColumns } from './audit-columns.tsx'
import { useAuditFilter } from './use-audit-filter.ts'

/** Who did what, when, from where, and what it changed. Filters stand in the URL. */
export function AuditPage() {
  const { filter, page, pageSize, filtered, set, clear } = useAuditFilter()
  const query = useQuery(auditQuery({ ...filter, page, pageSize }))
  return (
    <>
      <PageHeader
        title="操作日志"
        actions={<AuditExport filter={filter} total={query.data?.total ?? 0} />}
      >
        工作人员、用人单位与系统的操作，学员的订单、申请、评价，任何人都不能改动或删除。学员的注册、学习和考试不在内。
      </PageHeader>
      <AuditFilters filter={filter} set={set} clear={clear} filtered={filtered} />
      <ListTable
        label="操作日志"
        unit="条"
        query={query}
        columns={auditColumns}
        empty={
          <EmptyState
            title="没有符合条件的记录"
            action={filtered && <Button onClick={clear}>清除条件</Button>}
          >
            {filtered ? '换个条件再查，或放宽日期。' : '还没有人做过什么。'}
          </EmptyState>
        }
        expandable={{
          columnTitle: <span className="visually-hidden">详情</span>,
          expandedRowRender: (entry) => <AuditDetail entry={entry} />,
          expandRowByClick: false,
        }}
      />
    </>
  )
}
