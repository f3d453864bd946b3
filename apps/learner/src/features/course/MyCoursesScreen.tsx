import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { TrialYearTag } from '@ce/client/components/TrialTag.tsx'
import { myCourseQuery } from '@ce/client/course.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { DatedText } from '@ce/ui/Dated.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { PullToRefresh } from '../../components/PullToRefresh.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { usePayingEmployer } from '../invitation/use-awaited-employer.ts'
import classes from './MyCourses.module.css'
import { type MySign, signActionLink, signProgressText } from './my-course-text.ts'
import { signLabel } from './sign-states.ts'
import { YearSubjectHours } from './YearSubjectHours.tsx'

/** Lists the newest year first. */
export function MyCoursesScreen() {
  const query = useQuery(myCourseQuery())
  return (
    <ScreenLayout title="我的课程" tab>
      <PullToRefresh>
        <QueryContent query={query}>
          {({ list }) =>
            list.length > 0 ? (
              <ul className={classes.cards}>
                {list.map((sign) => (
                  <SignCard key={sign.signId} sign={sign} />
                ))}
              </ul>
            ) : (
              <EmptyState
                title={emptyScreenTexts.myCourses.title}
                action={
                  <Link className={buttonClass()} to={paths.sign()}>
                    {emptyScreenTexts.myCourses.action}
                  </Link>
                }
              >
                {emptyScreenTexts.myCourses.text}
              </EmptyState>
            )
          }
        </QueryContent>
      </PullToRefresh>
    </ScreenLayout>
  )
}

function SignCard({ sign }: { sign: MySign }) {
  const { label, kind } = signLabel(sign.state, sign)
  return (
    <li className={card.card}>
      <div className={card.head}>
        <h2>
          {sign.title} <TrialYearTag of={sign} />
        </h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <YearSubjectHours of={sign} />
      <p className={card.quiet}>
        <DatedText>{signProgressText(sign)}</DatedText>
      </p>
      <SignLink sign={sign} />
    </li>
  )
}

function SignLink({ sign }: { sign: MySign }) {
  const { label, to, kind } = signActionLink(sign, usePayingEmployer(sign))
  return (
    <Link className={buttonClass(kind)} to={to} aria-label={`${label}：${sign.title}`}>
      {label}
    </Link>
  )
}
