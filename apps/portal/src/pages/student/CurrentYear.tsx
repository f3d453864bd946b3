import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { useStep } from '@ce/frame/student/invitation/use-step.ts'
import {
  rehearsalOf,
  type Todo,
  workbenchWords,
  type YearHours,
} from '@ce/frame/student/next-step.ts'
import { YearHoursBars } from '@ce/frame/student/YearHoursBars.tsx'
import { TrialTag } from '@ce/frame/TrialTag.tsx'
import { Card } from 'antd'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './DashboardPage.module.css'

/** This year's two buckets and the one next step. */
export function CurrentYear({ year, next }: { year: YearHours; next: Todo | undefined }) {
  const stepOf = useStep()
  const step = next && stepOf(next)
  const rehearsal = next && rehearsalOf(next, paths)
  return (
    <Card
      className={classes.whole}
      title={
        <h2>
          {year.year} 年度学时 <TrialTag of={year} />
        </h2>
      }
    >
      <div className={classes.buckets}>
        <YearHoursBars year={year} />
      </div>
      <div className={classes.next}>
        {step ? (
          <>
            <p>
              下一步：<strong>{step.title}</strong>
              {next.year !== year.year && `（${next.year} 年度）`}
            </p>
            <div className={classes.ways}>
              {rehearsal && <Link to={rehearsal}>考前自检</Link>}
              <LinkButton to={step.to} type="primary" size="large" className="call-to-action">
                {step.action}
              </LinkButton>
            </div>
          </>
        ) : (
          <Settled year={year} />
        )}
      </div>
    </Card>
  )
}

/** Nothing of one's own is left to do. */
function Settled({ year }: { year: YearHours }) {
  if (year.proofState === 'ISSUED' && year.proofId)
    return (
      <>
        <p>{workbenchWords.issued}</p>
        <Link to={paths.grantDetail(year.proofId)}>{workbenchWords.toProof}</Link>
      </>
    )
  return <p>{workbenchWords.nothing}</p>
}
