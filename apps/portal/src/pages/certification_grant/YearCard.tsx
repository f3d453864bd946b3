import { WaitingNote } from '@ce/frame/student/grant/WaitingNote.tsx'
import { YearLedger } from '@ce/frame/student/grant/YearLedger.tsx'
import { YearWay } from '@ce/frame/student/grant/YearWay.tsx'
import {
  type GrantYear,
  missingWords,
  type PlannedYear,
  proofWords,
  yearMark,
} from '@ce/frame/student/grant/year-words.ts'
import { HoursBuckets } from '@ce/frame/student/HoursBuckets.tsx'
import { TrialTag } from '@ce/frame/TrialTag.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './GrantPage.module.css'

interface YearCardProps {
  year: GrantYear
  /** what can still be done; undefined until it is known */
  plan: PlannedYear | undefined
}

/** A year: how full it is, its proof, or the way to it. */
export function YearCard({ year, plan }: YearCardProps) {
  const { kind, label } = yearMark(year, plan)
  const { proofId } = year
  const missing = missingWords(year, plan)
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <h2>
          {year.title} <TrialTag of={year} />
        </h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <HoursBuckets of={year} />
      {year.waiting && <WaitingNote missing={year.waiting.missing} />}
      <YearLedger year={year} />
      {proofId ? (
        <p className={classes.next}>
          <span>{proofWords(year)}</span>
          <Link to={paths.grantDetail(proofId)}>查看证明</Link>
        </p>
      ) : (
        <div className={classes.way}>
          {missing && <p>{missing}</p>}
          {plan && <YearWay year={plan} />}
        </div>
      )}
    </li>
  )
}
