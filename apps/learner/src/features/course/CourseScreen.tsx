import { Loaded } from '@ce/client/components/Loaded.tsx'
import { myCourseQuery } from '@ce/client/course.ts'
import { formatLastDay } from '@ce/client/format.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { NoSuch } from '../../components/NoSuch.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useAwaitedEmployer } from '../invitation/use-awaited-employer.ts'
import { CourseCard } from './CourseCard.tsx'
import { HoursBuckets } from './HoursBuckets.tsx'
import { expiredNotice, lockedNotice, type MySign, mayBePaidSince } from './my-course-words.ts'
import { RehearsalNote } from './RehearsalNote.tsx'

/** The courses of one year signed up for: how far each is, and what comes next. */
export function CourseScreen() {
  const { signid } = useParams()
  const query = useQuery(myCourseQuery())
  const sign = query.data?.list.find((candidate) => candidate.signId === signid)
  return (
    <Screen title={sign ? `${sign.year} 年度课程` : '课程学习'} back={paths.myCourses()}>
      <Refreshing>
        <Loaded query={query} unsure={mayBePaidSince(sign)}>
          {() =>
            sign ? (
              <SignedCourses sign={sign} />
            ) : (
              <NoSuch words={emptyWords.noSuchSign} to={paths.myCourses()} />
            )
          }
        </Loaded>
      </Refreshing>
    </Screen>
  )
}

function SignedCourses({ sign }: { sign: MySign }) {
  const { state } = sign
  const locked = lockedNotice(sign, paths, useAwaitedEmployer(sign))
  return (
    <>
      {locked && (
        <p className={card.warning}>
          {locked.text}
          <Link to={locked.to}>{locked.label}</Link>
        </p>
      )}
      {state === 'EXPIRED' && <p className={card.warning}>{expiredNotice}</p>}
      <section className={card.card} aria-label="学时">
        <HoursBuckets of={sign} />
        <p className={card.quiet}>
          <Dated>学习截止 {formatLastDay(sign.studyEndAt)}</Dated>
        </p>
      </section>
      <RehearsalNote sign={sign} className={card.card} link={buttonClass('quiet')} />
      {sign.courses.map((course) => (
        <CourseCard key={course.id} sign={sign} course={course} paid={locked === null} />
      ))}
    </>
  )
}
