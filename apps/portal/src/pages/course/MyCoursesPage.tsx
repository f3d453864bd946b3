import { myCourseQuery } from '@ce/client/course.ts'
import { LinkButton } from '@ce/frame/LinkButton.tsx'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { type MySign, signLink, signProgress } from '@ce/frame/student/course/my-course-words.ts'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { HoursBuckets } from '@ce/frame/student/HoursBuckets.tsx'
import { useAwaitedEmployer } from '@ce/frame/student/invitation/use-awaited-employer.ts'
import { NoSuch } from '@ce/frame/student/NoSuch.tsx'
import { signMark } from '@ce/frame/student/sign-states.ts'
import { TrialTag } from '@ce/frame/TrialTag.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import classes from './MyCourses.module.css'

/** 我的课程: every year signed up for, the newest first. */
export function MyCoursesPage() {
  const query = useQuery(myCourseQuery())
  return (
    <>
      <PageHeader title="我的课程" />
      <Loaded query={query}>
        {({ list }) =>
          list.length > 0 ? (
            <ul className={classes.signs}>
              {list.map((sign) => (
                <SignCard key={sign.signId} sign={sign} />
              ))}
            </ul>
          ) : (
            <NoSuch words={emptyWords.myCourses} to={paths.sign()} />
          )
        }
      </Loaded>
    </>
  )
}

function SignCard({ sign }: { sign: MySign }) {
  const { label, kind } = signMark(sign.state, sign)
  return (
    <li className={classes.sign}>
      <div className={classes.head}>
        <h2>
          {sign.title} <TrialTag of={sign} />
        </h2>
        <StatusMark kind={kind}>{label}</StatusMark>
      </div>
      <HoursBuckets of={sign} />
      <div className={classes.head}>
        <span className={classes.quiet}>{signProgress(sign)}</span>
        <SignLink sign={sign} />
      </div>
    </li>
  )
}

function SignLink({ sign }: { sign: MySign }) {
  const { label, to, kind } = signLink(sign, paths, useAwaitedEmployer(sign))
  return (
    <LinkButton to={to} {...looks[kind]} aria-label={`${label}：${sign.title}`}>
      {label}
    </LinkButton>
  )
}

/** as the phone's buttons of these kinds (look.md) */
const looks = {
  primary: { type: 'primary' },
  call: { type: 'primary', className: 'call-to-action' },
  quiet: {},
} as const
