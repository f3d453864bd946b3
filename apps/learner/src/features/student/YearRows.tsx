import { TrialTag } from '@ce/client/components/TrialTag.tsx'
import { formatHours, formatHoursUnit } from '@ce/client/format.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { notTaken, proofMark } from '../certification_grant/year-words.ts'
import { workbenchWords, type YearHours } from './next-step.ts'
import classes from './YearRows.module.css'

/** Every year with its hours, courses, exams and proof; a row leads to the proof, or to what is missing. */
export function YearRows({ years }: { years: readonly YearHours[] }) {
  return (
    <section className={card.rows} aria-labelledby="years">
      <h2 id="years" className={card.rowsTitle}>
        {workbenchWords.years}
      </h2>
      <ul>
        {years.map((year) => (
          <li key={year.year}>
            <Link className={card.row} to={whereTo(year)}>
              <span className={classes.year}>
                <span className={card.head}>
                  <span>
                    {year.year} 年度 <TrialTag of={year} />
                  </span>
                  <Proof year={year} />
                </span>
                {figuresOf(year).map((figure) => (
                  <span key={figure} className={`${card.quiet} ${classes.figure} figures`}>
                    {figure}
                  </span>
                ))}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function whereTo({ proofState, proofId }: YearHours): string {
  return proofState === 'ISSUED' && proofId ? paths.grantDetail(proofId) : paths.grant()
}

function Proof({ year }: { year: YearHours }) {
  const { kind, label } = proofMark(year)
  return <StatusMark kind={kind}>{label}</StatusMark>
}

/** Each stays in one piece. */
function figuresOf(year: YearHours): string[] {
  const { earned, required, courses, exams } = year
  const hours = [
    `专业 ${formatHours(earned.professional)} / ${formatHoursUnit(required.professional)}`,
    `公需 ${formatHours(earned.public)} / ${formatHoursUnit(required.public)}`,
  ]
  const absent = notTaken(year)
  if (absent) return [...hours, absent]
  return [
    ...hours,
    `课程 ${courses.done} / ${courses.total}`,
    `考试 ${exams.passed} / ${exams.total}`,
  ]
}
