import { proofListQuery } from '@ce/client/staff/certification_grant.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ListTable } from '../../components/ListTable.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { PrintMany } from './PrintMany.tsx'
import { ProofFilters } from './ProofFilters.tsx'
import { proofColumns } from './proof-columns.tsx'
import { RegulatorExport } from './RegulatorExport.tsx'
import { useProofFilter } from './use-proof-filter.ts'

/** 学时证明: every proof that was ever issued. Filters and page stand in the URL. */
export function ProofListPage() {
  const filters = useProofFilter()
  const { filter, year, page, pageSize } = filters
  const query = useQuery(proofListQuery({ ...filter, page, pageSize }))
  const mayExport = usePermission('proof.export')
  const mayPrint = usePermission('proof.print')
  return (
    <>
      <PageHeader
        title="学时证明"
        actions={
          <>
            {mayPrint && <PrintMany filter={filter} />}
            {mayExport && <RegulatorExport year={year} />}
          </>
        }
      >
        学时达标时自动签发。这里查找、核对、撤销，更正资料后重新签发，也可成批打印。
      </PageHeader>
      <ProofFilters filters={filters} />
      <ListTable
        label="学时证明"
        unit="份"
        query={query}
        columns={proofColumns}
        empty={
          <EmptyState
            title={filters.filtered ? '没有符合条件的证明' : '还没有签发过证明'}
            action={filters.filtered && <Button onClick={filters.clear}>清除条件</Button>}
          >
            {filters.filtered
              ? '换个条件再查：证明编号和核验编号要写完整，姓名可以只写一部分。'
              : '学员的学时达标之后，证明自动签发并显示在这里。'}
          </EmptyState>
        }
      />
    </>
  )
}
