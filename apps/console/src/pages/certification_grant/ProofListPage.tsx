import { TrialYearTag } from '@ce/client/components/TrialTag.tsx'
import { formatDate } from '@ce/client/format.ts'
import { type ProofSummary, proofListQuery } from '@ce/client/staff/certification_grant.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { searchLimits } from '@ce/contract/search-limits'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { choiceFilter, personalFilter, textFilter, yearFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { paths } from '../../paths.ts'
import { PrintManyButton } from './PrintMany.tsx'
import { ProofStateTag } from './ProofState.tsx'
import { RegulatorExport } from './RegulatorExport.tsx'

const proofs = defineList({
  label: '学时证明',
  unit: '份',
  filters: {
    keyword: personalFilter(textFilter('证明编号、核验编号、姓名或资格证书编号', searchLimits.proofs)),
    year: yearFilter(),
    state: choiceFilter('状态', '全部状态', { ISSUED: '有效', REVOKED: '已撤销' }),
  },
  query: (filter, page) => proofListQuery({ ...filter, ...page }),
  empty: { title: '还没有签发过证明', text: '学员的学时达标之后，证明自动签发并显示在这里。' },
  notFound: '换个条件再查：证明编号和核验编号要写完整，姓名可以只写一部分。',
})

export function ProofListPage() {
  const list = useList(proofs)
  const mayExport = usePermission('proof.export')
  const mayPrint = usePermission('proof.print')
  return (
    <>
      <PageHeader
        title="学时证明"
        actions={
          <>
            {mayPrint && <PrintManyButton filter={list.filter} />}
            {mayExport && <RegulatorExport year={list.filter.year} />}
          </>
        }
      >
        学时达标时自动签发。这里查找、核对、撤销，更正资料后重新签发，也可成批打印。
      </PageHeader>
      <List list={list} columns={columns} />
    </>
  )
}

const columns: TableProps<ProofSummary>['columns'] = [
  {
    key: 'number',
    title: '证明编号',
    render: (_, proof) => (
      <>
        <Link to={paths.proof(proof.id)}>{proof.number}</Link> <TrialYearTag of={proof} />
        <span className="narrow-only">
          {proof.name} <ProofStateTag state={proof.state} />
        </span>
      </>
    ),
  },
  { key: 'name', title: '姓名', responsive: ['md'], dataIndex: 'name' },
  { key: 'year', title: '年度', responsive: ['md'], dataIndex: 'year' },
  { key: 'idNo', title: '证件号', responsive: ['xl'], dataIndex: 'idNoMasked' },
  { key: 'certificate', title: '资格证书编号', responsive: ['lg'], dataIndex: 'certificateNo' },
  {
    key: 'state',
    title: '状态',
    responsive: ['md'],
    render: (_, { state }) => <ProofStateTag state={state} />,
  },
  {
    key: 'issued',
    title: '签发日期',
    responsive: ['lg'],
    render: (_, { issuedAt }) => formatDate(issuedAt),
  },
]
