import { formatHoursUnit, formatPrice } from '@ce/client/format.ts'
import { Dated } from '@ce/ui/Dated.tsx'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { publicHoursWay } from '../course/public-hours.ts'
import { employerPaysWords } from '../course/sign-states.ts'
import { shortestWords } from '../course/sign-text.ts'
import { payLabel } from '../invitation/notes.ts'
import { useAwaitedEmployer } from '../invitation/use-awaited-employer.ts'
import { type PlannedYear, untilWords } from './year-words.ts'

interface YearWayProps {
  year: PlannedYear
  /** the look of the link to the next step */
  linkClass?: string
}

/** What can still be done about a year, until when, and how it costs the least. */
export function YearWay({ year, linkClass }: YearWayProps) {
  const { step, price, signId } = year
  const employer = useAwaitedEmployer({ year: year.year })
  if (step === 'DONE') return null
  const until = untilWords(year)
  const publicMissing = year.missing.public > 0 && !['WAIT', 'LOST', 'ABSENT'].includes(step)
  return (
    <>
      {until && (
        <p>
          <Dated>{until}</Dated>
        </p>
      )}
      {publicMissing && <p>{publicHoursWay}</p>}
      {step === 'SIGN' && <SignWay year={year} linkClass={linkClass} />}
      {step === 'PAY' && (
        <Link className={linkClass} to={paths.orders()}>
          {payLabel(employer)} {formatPrice(price)}
        </Link>
      )}
      {step === 'EMPLOYER' && (
        <Link className={linkClass} to={paths.invitations()}>
          {employerPaysWords.action}
        </Link>
      )}
      {step === 'STUDY' && signId && (
        <Link className={linkClass} to={paths.course(signId)}>
          学习已选的课程
        </Link>
      )}
      {step === 'LOST' && <p>本年度已截止，不能再学习补齐；如有疑问请联系客服</p>}
      {step === 'ABSENT' && <p>本年度已停止报名；如有疑问请联系客服</p>}
    </>
  )
}

function SignWay({ year: { year, way, price }, linkClass }: YearWayProps) {
  if (!way) return <p>开放的课程不够补齐学时，请联系客服</p>
  return (
    <>
      <p>{shortestWords(way, price)}</p>
      <details>
        <summary>查看这些课程</summary>
        <ul>
          {way.map((course) => (
            <li key={course.id}>
              {course.title}（{course.required ? '必修' : '选修'}，{formatHoursUnit(course.hours)}）
            </li>
          ))}
        </ul>
      </details>
      <Link className={linkClass} to={paths.signYear(year)}>
        去报名 {year} 年度
      </Link>
    </>
  )
}
