// biome-ignore-all lint/a11y/noRedundantRoles: drawn as cards on a phone, it is still a table
import { TrialYearTag } from '@ce/client/components/TrialTag.tsx'
import { formatHours } from '@ce/client/format.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'
import { noCoursesText, proofStateMark } from '../certification_grant/year-text.ts'
import type { YearHours } from './next-step.ts'
import classes from './YearTable.module.css'

const hours = (year: YearHours, subject: 'professional' | 'public') =>
  `${formatHours(year.earned[subject])} / ${formatHours(year.required[subject])}`

export function YearHoursTable({ years }: { years: readonly YearHours[] }) {
  return (
    <section className={card.card} aria-labelledby="years">
      <h2 id="years">历年情况</h2>
      <table className={`${classes.years} figures`} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {['年度', '专业学时', '公需学时', '课程', '考试', '学时证明'].map((name) => (
              <th key={name} scope="col" role="columnheader">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {years.map((year) => (
            <Year key={year.year} year={year} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Year({ year }: { year: YearHours }) {
  const { courses, exams } = year
  const absent = noCoursesText(year)
  const cells = [
    ['专业学时', hours(year, 'professional')],
    ['公需学时', hours(year, 'public')],
    ['课程', absent ?? `${courses.done} / ${courses.total}`],
    ['考试', absent ? '—' : `${exams.passed} / ${exams.total}`],
  ] as const
  return (
    <tr role="row">
      <th scope="row" role="rowheader">
        {year.year} 年度 <TrialYearTag of={year} />
      </th>
      {cells.map(([name, figure]) => (
        <td key={name} role="cell" data-name={name}>
          {figure}
        </td>
      ))}
      <td role="cell">
        <Proof year={year} />
      </td>
    </tr>
  )
}

function Proof({ year }: { year: YearHours }) {
  const { kind, label } = proofStateMark(year)
  return (
    <Link to={wayOf(year)}>
      <StatusMark kind={kind}>
        {label}
        <span className="visually-hidden">（{year.year} 年度）</span>
      </StatusMark>
    </Link>
  )
}

function wayOf(year: YearHours): string {
  if (year.proofState === 'ISSUED' && year.proofId) return paths.grantDetail(year.proofId)
  const canSign = year.planState === 'OPEN' && noCoursesText(year) !== null
  return canSign ? paths.signYear(year.year) : paths.grant()
}
