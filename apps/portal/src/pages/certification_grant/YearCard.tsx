import type { Output } from '@ce/client/call.ts'
import { formatDate, formatHours } from '@ce/client/format.ts'
import { HoursBucket } from '@ce/frame/student/HoursBucket.tsx'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './GrantPage.module.css'
import { type PlanYear, YearWay } from './YearWay.tsx'

export type Year = Output<'GET /certification_grant/v1/query'>['list'][number]

interface YearCardProps {
  year: Year
  /** what can still be done; undefined until it is known */
  plan: PlanYear | undefined
}

/** A year: how full it is, its proof, or the way to it. */
export function YearCard({ year, plan }: YearCardProps) {
  const { kind, label } = markOf(year, plan)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2>{year.title}</h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <HoursBucket
        label="专业科目"
        earned={year.earned.professional}
        required={year.required.professional}
      />
      <HoursBucket label="公需科目" earned={year.earned.public} required={year.required.public} />
      {year.proofId ? <Proof id={year.proofId} year={year} /> : <Missing year={year} plan={plan} />}
    </li>
  )
}

const marks: Partial<Record<PlanYear['step'], { label: string; kind: StatusKind }>> = {
  SIGN: { label: '未达标，可报名', kind: 'warning' },
  PAY: { label: '未达标，待支付', kind: 'warning' },
  STUDY: { label: '学习中', kind: 'doing' },
  PUBLIC: { label: '缺公需学时', kind: 'warning' },
  LOST: { label: '未达标', kind: 'error' },
}

function markOf(year: Year, plan: PlanYear | undefined): { label: string; kind: StatusKind } {
  if (year.state === 'ISSUED') return { label: '已发证', kind: 'done' }
  if (year.state === 'REVOKED') return { label: '已撤销', kind: 'error' }
  return (plan && marks[plan.step]) ?? { label: '未达标', kind: 'doing' }
}

function Proof({ id, year }: { id: string; year: Year }) {
  return (
    <p className={classes.next}>
      <span>
        {year.state === 'REVOKED'
          ? `撤销原因：${year.revokeReason}`
          : `${formatDate(year.issuedAt)} 发证，编号 ${year.number}`}
      </span>
      <Link to={paths.grantDetail(id)}>查看证明</Link>
    </p>
  )
}

function Missing({ year, plan }: YearCardProps) {
  const { professional, public: publicHours } = year.missing
  const parts = [
    professional > 0 && `专业科目还差 ${formatHours(professional)} 学时`,
    publicHours > 0 && `公需科目还差 ${formatHours(publicHours)} 学时`,
  ].filter(Boolean)
  return (
    <div className={classes.way}>
      <p>{parts.join('，')}</p>
      {plan && <YearWay year={plan} />}
    </div>
  )
}
