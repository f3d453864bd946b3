import { TrialYearTag } from '@ce/client/components/TrialTag.tsx'
import { formatPrice } from '@ce/client/format.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { employerPaysText } from '../course/sign-states.ts'
import { YearSubjectHours } from '../course/YearSubjectHours.tsx'
import { ownOrderLabel } from '../invitation/notes.ts'
import { usePayingEmployer } from '../invitation/use-awaited-employer.ts'
import classes from './Grant.module.css'
import { ProofWaitingNote } from './WaitingNote.tsx'
import { YearLedgerDetails } from './YearLedger.tsx'
import type { PlannedYear, ProofYear } from './year-text.ts'
import { missingHoursText, proofStateText, yearDeadlineText, yearStateMark } from './year-text.ts'

interface YearCardProps {
  year: ProofYear
  /** Undefined while the year plan loads. */
  plan: PlannedYear | undefined
}

export function ProofYearCard({ year, plan }: YearCardProps) {
  const { kind, label } = yearStateMark(year, plan)
  const { proofId, title } = year
  const missing = missingHoursText(year, plan)
  return (
    <li className={card.card}>
      <div className={card.head}>
        <h2>
          {title} <TrialYearTag of={year} />
        </h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <YearSubjectHours of={year} />
      {year.waiting && <ProofWaitingNote missing={year.waiting.missing} />}
      {proofId ? (
        <div className={classes.proof}>
          <p className={card.quiet}>
            <DatedText>{proofStateText(year)}</DatedText>
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
      <YearLedgerDetails year={year} />
    </li>
  )
}

function YearWay({ plan }: { plan: PlannedYear }) {
  const { year, step, price, signId, way } = plan
  const employer = usePayingEmployer({ year })
  if (step === 'DONE') return null
  const until = yearDeadlineText(plan)
  const next = buttonClass('quiet')
  return (
    <>
      {until && (
        <p>
          <DatedText>{until}</DatedText>
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
          {ownOrderLabel(employer)} {formatPrice(price)}
        </Link>
      )}
      {step === 'EMPLOYER' && (
        <Link className={next} to={paths.invitations()}>
          {employerPaysText.action}
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
