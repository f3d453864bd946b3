import { myAnlysisQuery } from '@ce/client/course.ts'
import { useSession } from '@ce/client/session.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { FontNote } from '@ce/frame/student/grant/WaitingNote.tsx'
import { NewestNotices } from '@ce/frame/student/NewestNotices.tsx'
import {
  type Analysis,
  currentYear,
  nextTodo,
  workbenchWords,
} from '@ce/frame/student/next-step.ts'
import { StudyDays } from '@ce/frame/student/StudyDays.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Card } from 'antd'
import { Link } from 'react-router'
import { InvitationNote } from '../invitation/InvitationNote.tsx'
import { InvitationsLink } from '../invitation/InvitationsLink.tsx'
import { CurrentYear } from './CurrentYear.tsx'
import classes from './DashboardPage.module.css'
import { TodoList } from './TodoList.tsx'
import { YearTable } from './YearTable.tsx'

/** The workbench: how many hours are missing this year, and what to do next (look.md). */
export function DashboardPage() {
  const analysis = useQuery(myAnlysisQuery())
  const name = useSession()?.userInfo.name
  return (
    <>
      <PageHeader title="工作台" actions={<InvitationsLink noted />}>
        {name && `${name}，您好`}
      </PageHeader>
      <InvitationNote />
      <Loaded query={analysis} skeleton={<Skeleton shape={['card', 'title', 'line', 'line']} />}>
        {(data) => (
          <>
            <FontNote years={data.years} />
            <Workbench analysis={data} />
          </>
        )}
      </Loaded>
    </>
  )
}

function Workbench({ analysis }: { analysis: Analysis }) {
  const { years, todo, studySecondsByDay, thisYear } = analysis
  const year = currentYear(years, thisYear)
  const next = nextTodo(todo)
  return (
    <div className={classes.grid}>
      {year ? (
        <>
          <CurrentYear year={year} next={next} />
          <Card title={<h2>待办事项</h2>}>
            <TodoList todo={todo.filter((item) => item !== next)} hasNext={next !== undefined} />
          </Card>
          <Card title={<h2>{workbenchWords.days}</h2>}>
            <StudyDays days={studySecondsByDay} />
          </Card>
        </>
      ) : (
        <Card className={classes.whole}>
          <EmptyState title={emptyWords.workbench.title}>{emptyWords.workbench.text}</EmptyState>
        </Card>
      )}
      {years.length > 0 && (
        <Card title={<h2>{workbenchWords.years}</h2>} className={classes.whole}>
          <YearTable years={years} />
        </Card>
      )}
      <Card title={<h2>{workbenchWords.notices}</h2>} className={classes.whole}>
        <NewestNotices Link={Link} />
      </Card>
    </div>
  )
}
