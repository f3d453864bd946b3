import { TrialTag } from '@ce/client/components/TrialTag.tsx'
import { formatDate } from '@ce/client/format.ts'
import type { ProofHead } from '@ce/client/staff/certification_grant.ts'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { ProofState } from './ProofState.tsx'

/** The list of proofs; the number leads to the proof. */
export const proofColumns: TableProps<ProofHead>['columns'] = [
  {
    key: 'number',
    title: '证明编号',
    render: (_, proof) => (
      <>
        <Link to={paths.proof(proof.id)}>{proof.number}</Link> <TrialTag of={proof} />
        <span className="narrow-only">
          {proof.name} <ProofState state={proof.state} />
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
    render: (_, { state }) => <ProofState state={state} />,
  },
  {
    key: 'issued',
    title: '签发日期',
    responsive: ['lg'],
    render: (_, { issuedAt }) => formatDate(issuedAt),
  },
]
