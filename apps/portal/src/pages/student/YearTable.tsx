import { formatHours } from '@ce/client/format.ts'
import { notTaken, proofMark } from '@ce/frame/student/grant/year-words.ts'
import type { YearHours } from '@ce/frame/student/next-step.ts'
import { TrialTag } from '@ce/frame/TrialTag.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './DashboardPage.module.css'

const hours = (year: YearHours, subject: 'professional' | 'public') =>
  `${formatHours(year.earned[subject])} / ${formatHours(year.required[subject])}`

/** Every year with its hours, courses, exams and proof. */
export function YearTable({ years }: { years: readonly YearHours[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} aria-label="历年情况表" tabIndex={0}>
      <table className={`${classes.table} figures`}>
        <thead>
          <tr>
            <th scope="col">年度</th>
            <th scope="col">专业学时</th>
            <th scope="col">公需学时</th>
            <th scope="col">课程</th>
            <th scope="col">考试</th>
            <th scope="col">学时证明</th>
          </tr>
        </thead>
        <tbody>
          {years.map((year) => (
            <tr key={year.year}>
              <th scope="row">
                {year.year} <TrialTag of={year} />
              </th>
              <td>{hours(year, 'professional')}</td>
              <td>{hours(year, 'public')}</td>
              <td>{notTaken(year) ?? `${year.courses.done} / ${year.courses.total}`}</td>
              <td>{notTaken(year) ? '—' : `${year.exams.passed} / ${year.exams.total}`}</td>
              <td>
                <Proof year={year} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Proof({ year: row }: { year: YearHours }) {
  const { year, proofId } = row
  const { kind, label } = proofMark(row)
  if (kind !== 'done' || !proofId) return <StatusMark kind={kind}>{label}</StatusMark>
  return (
    <Link to={paths.grantDetail(proofId)}>
      <StatusMark kind={kind}>
        {label}
        <span className="visually-hidden">（{year} 年度）</span>
      </StatusMark>
    </Link>
  )
}
