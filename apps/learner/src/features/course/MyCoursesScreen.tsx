import { Loaded } from '@ce/client/components/Loaded.tsx'
import { TrialTag } from '@ce/client/components/TrialTag.tsx'
import { myCourseQuery } from '@ce/client/course.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useAwaitedEmployer } from '../invitation/use-awaited-employer.ts'
import { HoursBuckets } from './HoursBuckets.tsx'
import classes from './MyCourses.module.css'
import { type MySign, signLink, signProgress } from './my-course-text.ts'
import { signMark } from './sign-states.ts'

/** 我的课程: every year signed up for, the newest first. */
export function MyCoursesScreen() {
  const query = useQuery(myCourseQuery())
  return (
    <Screen title="我的课程" tab>
      <Refreshing>
        <Loaded query={query}>
          {({ list }) =>
            list.length > 0 ? (
              <ul className={classes.cards}>
                {list.map((sign) => (
                  <SignCard key={sign.signId} sign={sign} />
                ))}
              </ul>
            ) : (
              <EmptyState
                title={emptyWords.myCourses.title}
                action={
                  <Link className={buttonClass()} to={paths.sign()}>
                    {emptyWords.myCourses.action}
                  </Link>
                }
              >
                {emptyWords.myCourses.text}
              </EmptyState>
            )
          }
        </Loaded>
      </Refreshing>
    </Screen>
  )
}

function SignCard({ sign }: { sign: MySign }) {
  const { label, kind } = signMark(sign.state, sign)
  return (
    <li className={card.card}>
      <div className={card.head}>
        <h2>
          {sign.title} <TrialTag of={sign} />
        </h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <HoursBuckets of={sign} />
      <p className={card.quiet}>
        <Dated>{signProgress(sign)}</Dated>
      </p>
      <SignLink sign={sign} />
    </li>
  )
}

function SignLink({ sign }: { sign: MySign }) {
  const { label, to, kind } = signLink(sign, useAwaitedEmployer(sign))
  return (
    <Link className={buttonClass(kind)} to={to} aria-label={`${label}：${sign.title}`}>
      {label}
    </Link>
  )
}
