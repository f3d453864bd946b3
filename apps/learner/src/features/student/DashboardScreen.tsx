import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { TrialYearTag } from '@ce/client/components/TrialTag.tsx'
import { myAnlysisQuery } from '@ce/client/course.ts'
import { formatHoursUnit } from '@ce/client/format.ts'
import { useSession } from '@ce/client/session.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { CustomerServiceHelp } from '@ce/site/ServiceHelp.tsx'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyScreenTexts } from '../../components/empty-text.ts'
import { MessagesLink } from '../../components/MessagesLink.tsx'
import { PullToRefresh } from '../../components/PullToRefresh.tsx'
import { ScreenLayout } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import { MissingFontNote } from '../certification_grant/WaitingNote.tsx'
import { HoursBar } from '../course/HoursBar.tsx'
import { UnsentAnswersNote } from '../exam/LeftAnswers.tsx'
import { InvitationNoteList } from '../invitation/InvitationNote.tsx'
import { useNextStepWithInvitations } from '../invitation/use-step.ts'
import classes from './dashboard.module.css'
import { NewestNotices } from './NewestNotices.tsx'
import type { StudyAnalysis, TodoItem, YearHours } from './next-step.ts'
import { currentYearOf, findFirstTodo, missingHoursTotal, rehearsalPathOf, todoItemKey } from './next-step.ts'
import { StudyDaysChart } from './StudyDays.tsx'
import { YearHoursTable } from './YearTable.tsx'

/** Shows the missing hours and the next step (docs/rules/look.md#dashboard). */
export function DashboardScreen() {
  const analysis = useQuery(myAnlysisQuery())
  const name = useSession()?.userInfo.name
  // On a desktop the layout already shows the messages link and the unsent answers, so only a phone needs them here.
  const onPhone = useShell() === 'phone'
  return (
    <ScreenLayout title="工作台" tab aside={onPhone ? <MessagesLink /> : name && `${name}，您好`}>
      {onPhone && <UnsentAnswersNote />}
      <InvitationNoteList />
      <PullToRefresh>
        <QueryContent query={analysis} skeleton={<Skeleton shape={['card', 'title', 'line', 'line']} />}>
          {(data) => <Workbench analysis={data} />}
        </QueryContent>
      </PullToRefresh>
    </ScreenLayout>
  )
}

function Workbench({ analysis }: { analysis: StudyAnalysis }) {
  const { years, todo, studySecondsByDay, thisYear } = analysis
  const year = currentYearOf(years, thisYear)
  const next = findFirstTodo(todo)
  // Leave out this year's public hours, because the hours bar above says what to do about them.
  const others = todo.filter((item) => item !== next && !(item.kind === 'PUBLIC_HOURS' && item.year === year?.year))
  return (
    <div className={classes.parts}>
      <MissingFontNote years={years} />
      {year ? (
        <ThisYear year={year} next={next} />
      ) : (
        <div className={card.card}>
          <EmptyState title={emptyScreenTexts.workbench.title}>{emptyScreenTexts.workbench.text}</EmptyState>
        </div>
      )}
      {others.length > 0 && <Todos todo={others} />}
      {years.length > 0 && <YearHoursTable years={years} />}
      <div className={classes.pair}>
        <section className={card.card}>
          <h2>通知公告</h2>
          <NewestNotices />
        </section>
        {year && (
          <section className={card.card}>
            <h2>近 30 天学习</h2>
            <StudyDaysChart days={studySecondsByDay} />
          </section>
        )}
      </div>
    </div>
  )
}

function ThisYear({ year, next }: { year: YearHours; next: TodoItem | undefined }) {
  const { earned, required } = year
  const missing = missingHoursTotal(year)
  return (
    <section className={card.card} aria-labelledby="this-year">
      <h2 id="this-year">
        {missing > 0 ? (
          <>
            {year.year} 年度还差 <strong>{formatHoursUnit(missing)}</strong>
          </>
        ) : (
          `${year.year} 年度学时`
        )}{' '}
        <TrialYearTag of={year} />
      </h2>
      <div className={classes.buckets}>
        <HoursBar name={subjectNames.PROFESSIONAL} earned={earned.professional} required={required.professional} />
        <HoursBar name={subjectNames.PUBLIC} earned={earned.public} required={required.public} />
      </div>
      <div className={classes.next}>
        <NextStep year={year} next={next} />
      </div>
      {earned.public < required.public && <PublicHoursWays />}
    </section>
  )
}

/** Says how to earn public hours, which are earned outside the portal. */
function PublicHoursWays() {
  return (
    <p className={classes.ways}>
      <span>公需科目在国家平台免费学习，学完后由协会核对、录入。</span>
      <Link to={paths.search('公需')}>如何取得公需学时</Link>
      <Link to={paths.reductionApply()}>申请减免</Link>
      <span>
        久未录入？
        <CustomerServiceHelp className={classes.help} />
      </span>
    </p>
  )
}

function NextStep({ year, next }: { year: YearHours; next: TodoItem | undefined }) {
  const stepOf = useNextStepWithInvitations()
  if (next) {
    const { title, action, to } = stepOf(next)
    const rehearsal = rehearsalPathOf(next)
    return (
      <>
        <p>
          下一步：<strong>{title}</strong>
          {next.year !== year.year && `（${next.year} 年度）`}
        </p>
        <div className={classes.actions}>
          {rehearsal && (
            <Link className={buttonClass('quiet')} to={rehearsal}>
              考前自检
            </Link>
          )}
          <Link className={buttonClass('call')} to={to}>
            {action}
          </Link>
        </div>
      </>
    )
  }
  if (year.proofState === 'ISSUED' && year.proofId)
    return (
      <>
        <p>本年度学时已达标，学时证明已生成。</p>
        <Link className={buttonClass()} to={paths.grantDetail(year.proofId)}>
          查看学时证明
        </Link>
      </>
    )
  return (
    <>
      <p>{missingHoursTotal(year) > 0 ? stillMissing(year) : '目前没有需要您办理的事项。'}</p>
      <Link className={buttonClass('quiet')} to={paths.grant()}>
        查看学时明细
      </Link>
    </>
  )
}

/** The hours that a year still lacks although the portal offers no further step. */
function stillMissing({ earned, required }: YearHours): string {
  return earned.professional >= required.professional
    ? '专业科目已达标，还需完成公需科目。'
    : '本年度的学时还没有达标。'
}

function Todos({ todo }: { todo: readonly TodoItem[] }) {
  const stepOf = useNextStepWithInvitations()
  return (
    <section className={card.rows} aria-labelledby="todo">
      <h2 id="todo" className={card.rowsTitle}>
        待办事项
      </h2>
      <ul>
        {todo.map((item) => {
          const { title, action, to } = stepOf(item)
          return (
            <li key={todoItemKey(item)}>
              <Link className={card.row} to={to}>
                <span className={classes.todo}>
                  <span>{title}</span>
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
