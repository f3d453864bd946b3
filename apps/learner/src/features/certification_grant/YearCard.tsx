import { TrialTag } from '@ce/client/components/TrialTag.tsx'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { HoursBuckets } from '../course/HoursBuckets.tsx'
import { WaitingNote } from './WaitingNote.tsx'
import classes from './YearCard.module.css'
import { YearLedger } from './YearLedger.tsx'
import { YearWay } from './YearWay.tsx'
import {
  type GrantYear,
  missingWords,
  type PlannedYear,
  proofWords,
  yearMark,
} from './year-words.ts'

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
