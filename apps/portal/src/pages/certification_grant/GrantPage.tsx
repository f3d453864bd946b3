import type { Output } from '@ce/client/call.ts'
import { grantQuery } from '@ce/client/certification_grant.ts'
import { yearListQuery } from '@ce/client/course.ts'
import { formatDate, formatHours } from '@ce/client/format.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { HoursBucket } from '@ce/frame/student/HoursBucket.tsx'
import { yearAction } from '@ce/frame/student/year-action.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './GrantPage.module.css'
import { LedgerCheck } from './LedgerCheck.tsx'
import { YearPlan } from './YearPlan.tsx'

type PlanYear = Output<'GET /course/v1/year_list'>['list'][number]
type Year = Output<'GET /certification_grant/v1/query'>['list'][number]

/** 学时证明: every year with what is earned, what is missing, and its proof. */
export function GrantPage() {
  const query = useQuery(grantQuery())
  // the way on is a bonus: the hours show without it
  const plans = useQuery(yearListQuery()).data?.list ?? []
  return (
    <>
      <PageHeader title="学时证明">
        专业科目和公需科目都达到要求后，证明自动生成。超出的学时不会转入另一科目或下一年度。
      </PageHeader>
      <Loaded query={query}>
        {({ list }) =>
          list.length > 0 ? (
            <>
              <YearPlan />
              <ul className={classes.years}>
                {list.map((year) => (
                  <YearCard
                    key={year.year}
                    year={year}
                    plan={plans.find((plan) => plan.year === year.year)}
                  />
                ))}
              </ul>
              <LedgerCheck />
            </>
          ) : (
            <EmptyState title="还没有可查询的年度">
              年度计划公布后，这里会列出每年的学时。
            </EmptyState>
          )
        }
      </Loaded>
    </>
  )
}

function YearCard({ year, plan }: { year: Year; plan: PlanYear | undefined }) {
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2>{year.title}</h2>
        <State year={year} />
      </div>
      <HoursBucket
        label="专业科目"
        earned={year.earned.professional}
        required={year.required.professional}
      />
      <HoursBucket label="公需科目" earned={year.earned.public} required={year.required.public} />
      <Next year={year} plan={plan} />
    </li>
  )
}

function State({ year }: { year: Year }) {
  if (year.state === 'ISSUED') return <StatusMark kind="done">已发证</StatusMark>
  if (year.state === 'REVOKED') return <StatusMark kind="error">已撤销</StatusMark>
  return <StatusMark kind="doing">未达标</StatusMark>
}

function Next({ year, plan }: { year: Year; plan: PlanYear | undefined }) {
  if (year.proofId)
    return (
      <p className={classes.next}>
        <span>
          {year.state === 'REVOKED'
            ? `撤销原因：${year.revokeReason}`
            : `${formatDate(year.issuedAt)} 发证，编号 ${year.number}`}
        </span>
        <Link to={paths.grantDetail(year.proofId)}>查看证明</Link>
      </p>
    )
  const { professional, public: publicHours } = year.missing
  const action = plan ? yearAction(plan, paths) : null
  const parts = [
    professional > 0 && `专业科目还差 ${formatHours(professional)} 学时`,
    publicHours > 0 &&
      `公需科目还差 ${formatHours(publicHours)} 学时（在国家平台学习后由协会登记）`,
  ].filter(Boolean)
  return (
    <p className={classes.next}>
      <span>{parts.join('，')}</span>
      {plan?.state === 'CLOSED' && !action && <span>本年度已停止报名，如有疑问请联系客服</span>}
      {action && professional > 0 && (
        <Link to={action.to} aria-label={`${action.label}：${year.title}`}>
          {action.label}
        </Link>
      )}
    </p>
  )
}
