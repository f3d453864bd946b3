import { myAnlysisQuery } from '@ce/client/course.ts'
import { useSession } from '@ce/client/session.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { LeftAnswers } from '@ce/frame/student/exam/LeftAnswers.tsx'
import { FontNote } from '@ce/frame/student/grant/WaitingNote.tsx'
import { useStep } from '@ce/frame/student/invitation/use-step.ts'
import { NewestNotices } from '@ce/frame/student/NewestNotices.tsx'
import {
  type Analysis,
  currentYear,
  nextTodo,
  type Todo,
  todoKey,
  workbenchWords,
} from '@ce/frame/student/next-step.ts'
import { StudyDays } from '@ce/frame/student/StudyDays.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { MessagesLink } from '../../components/MessagesLink.tsx'
import { OwnLink } from '../../components/OwnLink.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { PhoneAlert } from '../../kit/PhoneAlert.tsx'
import { InvitationNote } from '../invitation/InvitationNote.tsx'
import { ThisYear } from './ThisYear.tsx'
import { YearRows } from './YearRows.tsx'

/** The workbench: how many hours are missing this year, and what to do next (look.md). */
export function DashboardScreen() {
  const analysis = useQuery(myAnlysisQuery())
  const name = useSession()?.userInfo.name
  return (
    <Screen title={name ? `${name}，您好` : '工作台'} tab aside={<MessagesLink />}>
      <LeftAnswers Alert={PhoneAlert} />
      <InvitationNote />
      <Refreshing>
        <Loaded query={analysis} skeleton={<Skeleton shape={['card', 'title', 'line', 'line']} />}>
          {(data) => <Workbench analysis={data} />}
        </Loaded>
      </Refreshing>
    </Screen>
  )
}

function Workbench({ analysis }: { analysis: Analysis }) {
  const { years, todo, studySecondsByDay, thisYear } = analysis
  const year = currentYear(years, thisYear)
  const next = nextTodo(todo)
  const others = todo.filter((item) => item !== next)
  return (
    <>
      <FontNote years={years} />
      {year ? (
        <>
          <ThisYear year={year} next={next} />
          {others.length > 0 && <Todos todo={others} />}
          <section className={card.card}>
            <h2>{workbenchWords.days}</h2>
            <StudyDays days={studySecondsByDay} />
          </section>
        </>
      ) : (
        <EmptyState title={emptyWords.workbench.title}>{emptyWords.workbench.text}</EmptyState>
      )}
      {years.length > 0 && <YearRows years={years} />}
      <section className={card.card}>
        <h2>{workbenchWords.notices}</h2>
        <NewestNotices Link={OwnLink} />
      </section>
    </>
  )
}

function Todos({ todo }: { todo: readonly Todo[] }) {
  const stepOf = useStep()
  return (
    <section aria-label="待办事项">
      <ul className={card.rows}>
        {todo.map((item) => {
          const { title, action, to } = stepOf(item)
          return (
            <li key={todoKey(item)}>
              <Link className={card.row} to={to}>
                <span>
                  {title}
                  <br />
                  <span className={card.quiet}>
                    {item.year} 年度 · {action}
                  </span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
