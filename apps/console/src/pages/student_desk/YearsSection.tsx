import { formatHours } from '@ce/client/format.ts'
import type { StudentYear } from '@ce/client/staff/student_desk.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { quoted } from '@ce/contract/waiting-words'
import { TrialTag } from '@ce/frame/TrialTag.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { TableProps } from 'antd'
import { Link } from 'react-router'
import { DeskTable } from '../../components/DeskTable.tsx'
import { paths } from '../../paths.ts'
import classes from './StudentDesk.module.css'
import { proofWords, signWords } from './words.ts'

const hoursOf = ({ earned, required }: StudentYear, subject: 'professional' | 'public') =>
  required
    ? `${formatHours(earned[subject])} / ${formatHours(required[subject])}`
    : formatHours(earned[subject])

const columns: TableProps<StudentYear>['columns'] = [
  {
    key: 'year',
    title: '年度',
    render: (_, year) => (
      <>
        {year.year} <TrialTag of={year} />
      </>
    ),
  },
  {
    key: 'sign',
    title: '报名',
    render: (_, { signState }) =>
      signState ? (
        <StatusMark kind={signWords[signState].kind}>{signWords[signState].label}</StatusMark>
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

/** How the year's proof stands; its number leads to it for who may look. */
function YearProof({ proofState, proofNumber, proofId, waitingFor }: StudentYear) {
  const maySee = usePermission('proof.read')
  const { kind, label } = proofWords[proofState]
  return (
    <>
      <StatusMark kind={kind}>{label}</StatusMark>
      {waitingFor && (
        <span className="cell-note">学时已达标，等待补充{quoted(waitingFor)}字的字体</span>
      )}
      {proofNumber && (
        <span className="cell-note">
          {maySee && proofId ? <Link to={paths.proof(proofId)}>{proofNumber}</Link> : proofNumber}
        </span>
      )}
    </>
  )
}

/** Each year: the sign, hours earned of required, the proof. */
export function YearsSection({ years }: { years: StudentYear[] }) {
  return (
    <section className={classes.card} aria-labelledby="years">
      <h2 id="years">各年度报名与学时</h2>
      {years.length === 0 ? (
        <p className={classes.hint}>还没有报名，也没有学时记录。</p>
      ) : (
        <DeskTable<StudentYear>
          aria-labelledby="years"
          rowKey="year"
          columns={columns}
          dataSource={years}
        />
      )}
    </section>
  )
}
