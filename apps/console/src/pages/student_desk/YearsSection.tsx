import { TrialYearTag } from '@ce/client/components/TrialTag.tsx'
import { formatHours } from '@ce/client/format.ts'
import type { StudentYear } from '@ce/client/staff/student_desk.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { quoteLetters } from '@ce/contract/waiting-text'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { CardSection } from '../../components/CardSection.tsx'
import cards from '../../components/cards.module.css'
import { DeskTable } from '../../components/DeskTable.tsx'
import { paths } from '../../paths.ts'
import { proofStateLabels, signStateLabels } from './labels.ts'

const hoursOf = ({ earned, required }: StudentYear, subject: 'professional' | 'public') =>
  required ? `${formatHours(earned[subject])} / ${formatHours(required[subject])}` : formatHours(earned[subject])

const columns: TableProps<StudentYear>['columns'] = [
  {
    key: 'year',
    title: '年度',
    render: (_, year) => (
      <>
        {year.year} <TrialYearTag of={year} />
      </>
    ),
  },
  {
    key: 'sign',
    title: '报名',
    render: (_, { signState }) =>
      signState ? (
        <StatusMark kind={signStateLabels[signState].kind}>{signStateLabels[signState].label}</StatusMark>
      ) : (
        '未报名'
      ),
  },
  {
    key: 'professional',
    title: '专业学时',
    align: 'right',
    render: (_, year) => hoursOf(year, 'professional'),
  },
  {
    key: 'public',
    title: '公需学时',
    align: 'right',
    render: (_, year) => hoursOf(year, 'public'),
  },
  {
    key: 'proof',
    title: '学时证明',
    render: (_, year) => <YearProof {...year} />,
  },
]

const erasedColumns: typeof columns = columns.map((column) =>
  column.key === 'sign'
    ? { ...column, render: (_, { signState }) => <EndedSign state={signState} /> }
    : column.key === 'proof'
      ? {
          ...column,
          render: (_, year) => (year.proofNumber ? <YearProof {...year} waitingFor="" /> : '无'),
        }
      : column,
)

function EndedSign({ state }: { state: StudentYear['signState'] }) {
  if (!state) return '未报名'
  const open = state === 'UNPAID' || state === 'STUDYING'
  const { kind, label } = open ? { kind: 'locked' as const, label: '未完成，已随账号注销' } : signStateLabels[state]
  return <StatusMark kind={kind}>{label}</StatusMark>
}

function YearProof({ proofState, proofNumber, proofId, waitingFor }: StudentYear) {
  const maySee = usePermission('proof.read')
  const { kind, label } = proofStateLabels[proofState]
  return (
    <>
      <StatusMark kind={kind}>{label}</StatusMark>
      {waitingFor && <span className="cell-note">学时已达标，等待补充{quoteLetters(waitingFor)}字的字体</span>}
      {proofNumber && (
        <span className="cell-note">
          {maySee && proofId ? <Link to={paths.proof(proofId)}>{proofNumber}</Link> : proofNumber}
        </span>
      )}
    </>
  )
}

export function StudentYearsSection({ years, erased }: { years: StudentYear[]; erased: boolean }) {
  return (
    <CardSection id="years" title="各年度报名与学时">
      {years.length === 0 ? (
        <p className={cards.hint}>{erased ? '没有报名，也没有学时记录。' : '还没有报名，也没有学时记录。'}</p>
      ) : (
        <DeskTable<StudentYear>
          aria-labelledby="years"
          rowKey="year"
          columns={erased ? erasedColumns : columns}
          dataSource={years}
        />
      )}
    </CardSection>
  )
}
