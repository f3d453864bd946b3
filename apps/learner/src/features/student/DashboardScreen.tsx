import { Loaded } from '@ce/client/components/Loaded.tsx'
import { myAnlysisQuery } from '@ce/client/course.ts'
import { useSession } from '@ce/client/session.ts'
import { LocalLink } from '@ce/site/LocalLink.tsx'
import { Alert } from '@ce/ui/Alert.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { MessagesLink } from '../../components/MessagesLink.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { FontNote } from '../certification_grant/WaitingNote.tsx'
import { LeftAnswers } from '../exam/LeftAnswers.tsx'
import { InvitationNote } from '../invitation/InvitationNote.tsx'
import { useStep } from '../invitation/use-step.ts'
import { NewestNotices } from './NewestNotices.tsx'
import {
  type Analysis,
  currentYear,
  nextTodo,
  type Todo,
  todoKey,
  workbenchWords,
} from './next-step.ts'
import { StudyDays } from './StudyDays.tsx'
import { ThisYear } from './ThisYear.tsx'
import { YearRows } from './YearRows.tsx'

/** The workbench: how many hours are missing this year, and what to do next (look.md). */
export function DashboardScreen() {
  const analysis = useQuery(myAnlysisQuery())
  const name = useSession()?.userInfo.name
  return (
    <Screen title={name ? `${name}，您好` : '工作台'} tab aside={<MessagesLink />}>
      <LeftAnswers Alert={Alert} />
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
        <NewestNotices Link={LocalLink} />
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
