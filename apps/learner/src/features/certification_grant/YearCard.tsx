import { TrialTag } from '@ce/client/components/TrialTag.tsx'
import { formatPrice } from '@ce/client/format.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { HoursBuckets } from '../course/HoursBuckets.tsx'
import { employerPaysWords } from '../course/sign-states.ts'
import { payLabel } from '../invitation/notes.ts'
import { useAwaitedEmployer } from '../invitation/use-awaited-employer.ts'
import classes from './Grant.module.css'
import { WaitingNote } from './WaitingNote.tsx'
import { YearLedger } from './YearLedger.tsx'
import {
  type GrantYear,
  missingWords,
  type PlannedYear,
  proofWords,
  untilWords,
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
  const { proofId, title } = year
  const missing = missingWords(year, plan)
  return (
    <li className={card.card}>
      <div className={card.head}>
        <h2>
          {title} <TrialTag of={year} />
        </h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <HoursBuckets of={year} />
      {year.waiting && <WaitingNote missing={year.waiting.missing} />}
      {proofId ? (
        <div className={classes.proof}>
          <p className={card.quiet}>
            <Dated>{proofWords(year)}</Dated>
          </p>
          <Link
            className={buttonClass(year.state === 'ISSUED' ? 'primary' : 'quiet')}
            to={paths.grantDetail(proofId)}
            aria-label={`查看证明：${title}`}
          >
            查看证明
          </Link>
        </div>
      ) : (
        <div className={classes.way}>
          {missing && <p>{missing}</p>}
          {plan && <YearWay plan={plan} />}
        </div>
      )}
      <YearLedger year={year} />
    </li>
  )
}

/** What can still be done about a year, and until when. */
function YearWay({ plan }: { plan: PlannedYear }) {
  const { year, step, price, signId, way } = plan
  const employer = useAwaitedEmployer({ year })
  if (step === 'DONE') return null
  const until = untilWords(plan)
  const next = buttonClass('quiet')
  return (
    <>
      {until && (
        <p>
          <Dated>{until}</Dated>
        </p>
      )}
      {step === 'SIGN' && !way && <p>开放的课程不够补齐学时，请联系客服</p>}
      {step === 'SIGN' && way && (
        <Link className={next} to={paths.signYear(year)}>
          去报名 {year} 年度
        </Link>
      )}
      {step === 'PAY' && (
        <Link className={next} to={paths.orders()}>
          {payLabel(employer)} {formatPrice(price)}
        </Link>
      )}
      {step === 'EMPLOYER' && (
        <Link className={next} to={paths.invitations()}>
          {employerPaysWords.action}
        </Link>
      )}
      {step === 'STUDY' && signId && (
        <Link className={next} to={paths.course(signId)}>
          学习已选的课程
        </Link>
      )}
      {step === 'LOST' && <p>本年度已截止，不能再学习补齐；如有疑问请联系客服</p>}
      {step === 'ABSENT' && <p>本年度已停止报名；如有疑问请联系客服</p>}
    </>
  )
}
