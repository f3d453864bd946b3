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
import { buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import classes from './YearCard.module.css'

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
    <section className={card.card}>
      <div className={card.head}>
        <h2>
          {year.title} <TrialTag of={year} />
        </h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <HoursBuckets of={year} />
      {year.waiting && <WaitingNote missing={year.waiting.missing} />}
      <YearLedger year={year} />
      {proofId ? (
        <>
          <p className={card.quiet}>
            <Dated>{proofWords(year)}</Dated>
          </p>
          <Link
            className={buttonClass(year.state === 'ISSUED' ? 'primary' : 'quiet')}
            to={paths.grantDetail(proofId)}
            aria-label={`查看证明：${year.title}`}
          >
            查看证明
          </Link>
        </>
      ) : (
        <div className={classes.way}>
          {missing && <p>{missing}</p>}
          {plan && <YearWay year={plan} linkClass={buttonClass('quiet')} />}
        </div>
      )}
    </section>
  )
}
