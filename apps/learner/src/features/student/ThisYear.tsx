import { TrialTag } from '@ce/client/components/TrialTag.tsx'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { YearHoursBars } from '../course/YearHoursBars.tsx'
import { useStep } from '../invitation/use-step.ts'
import { rehearsalOf, type Todo, workbenchWords, type YearHours } from './next-step.ts'

/** This year's two buckets and the one next step. */
export function ThisYear({ year, next }: { year: YearHours; next: Todo | undefined }) {
  return (
    <section className={card.card}>
      <h2>
        {year.year} 年度学时 <TrialTag of={year} />
      </h2>
      <YearHoursBars year={year} />
      <NextStep year={year} next={next} />
    </section>
  )
}

function NextStep({ year, next }: { year: YearHours; next: Todo | undefined }) {
  const stepOf = useStep()
  if (next) {
    const { title, action, to } = stepOf(next)
    const rehearsal = rehearsalOf(next, paths)
    return (
      <>
        <p>
          下一步：<strong>{title}</strong>
          {next.year !== year.year && `（${next.year} 年度）`}
        </p>
        <Link className={buttonClass('call')} to={to}>
          {action}
        </Link>
        {rehearsal && (
          <Link className={buttonClass('quiet')} to={rehearsal}>
            考前自检
          </Link>
        )}
      </>
    )
  }
  if (year.proofState === 'ISSUED' && year.proofId)
    return (
      <>
        <p>{workbenchWords.issued}</p>
        <Link className={buttonClass()} to={paths.grantDetail(year.proofId)}>
          {workbenchWords.toProof}
        </Link>
      </>
    )
  return <p>{workbenchWords.nothing}</p>
}
