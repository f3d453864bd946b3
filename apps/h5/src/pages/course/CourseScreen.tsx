import type { Output } from '@ce/client/call.ts'
import { myCourseQuery } from '@ce/client/course.ts'
import { formatDate } from '@ce/client/format.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { HoursBucket } from '@ce/frame/student/HoursBucket.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import card from '../../components/card.module.css'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { CourseCard } from './CourseCard.tsx'

type Sign = Output<'GET /course/v1/my_course'>['list'][number]

/** The courses of one year signed up for: how far each is, and what comes next. */
export function CourseScreen() {
  const { signid } = useParams()
  const query = useQuery(myCourseQuery())
  const sign = query.data?.list.find((candidate) => candidate.signId === signid)
  return (
    <Screen title={sign ? `${sign.year} 年度课程` : '课程学习'} back={paths.myCourses()}>
      <Refreshing query={query}>
        <Loaded query={query}>
          {() =>
            sign ? (
              <SignedCourses sign={sign} />
            ) : (
              <EmptyState
                title="没有找到这个报名"
                action={<Link to={paths.myCourses()}>查看我的课程</Link>}
              >
                它可能属于另一个账号，或地址输入有误。
              </EmptyState>
            )
          }
        </Loaded>
      </Refreshing>
    </Screen>
  )
}

function SignedCourses({ sign }: { sign: Sign }) {
  const { earned, required, state } = sign
  const paid = state === 'STUDYING' || state === 'COMPLETED' || state === 'EXPIRED'
  return (
    <>
      {!paid && <NotPaid sign={sign} />}
      {state === 'EXPIRED' && <p className={card.warning}>本年度学习时间已结束，不再累计学时。</p>}
      <section className={card.card} aria-label="学时">
        <HoursBucket
          label="专业科目"
          earned={earned.professional}
          required={required.professional}
        />
        <HoursBucket label="公需科目" earned={earned.public} required={required.public} />
        <p className={card.quiet}>学习截止 {formatDate(sign.studyEndAt)}</p>
      </section>
      {sign.courses.map((course) => (
        <CourseCard key={course.id} signId={sign.signId} course={course} paid={paid} />
      ))}
    </>
  )
}

function NotPaid({ sign: { state, year } }: { sign: Sign }) {
  return state === 'UNPAID' ? (
    <p className={card.warning}>
      尚未缴费，缴费后即可学习。<Link to={paths.orders()}>去支付</Link>
    </p>
  ) : (
    <p className={card.warning}>
      本次报名已失效，需要重新报名。<Link to={paths.signYear(year)}>重新报名</Link>
    </p>
  )
}
