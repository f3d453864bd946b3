import { Loaded } from '@ce/client/components/Loaded.tsx'
import { TrialTag } from '@ce/client/components/TrialTag.tsx'
import { myAnlysisQuery } from '@ce/client/course.ts'
import { formatHoursUnit } from '@ce/client/format.ts'
import { useSession } from '@ce/client/session.ts'
import { subjectNames } from '@ce/contract/hours-names'
import { ServiceHelp } from '@ce/site/ServiceHelp.tsx'
import { buttonClass } from '@ce/ui/Button.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { emptyWords } from '../../components/empty-words.ts'
import { MessagesLink } from '../../components/MessagesLink.tsx'
import { Refreshing } from '../../components/Refreshing.tsx'
import { Screen } from '../../components/Screen.tsx'
import { paths } from '../../paths.ts'
import { useShell } from '../../shells/shell.ts'
import { FontNote } from '../certification_grant/WaitingNote.tsx'
import { HoursBar } from '../course/HoursBar.tsx'
import { LeftAnswers } from '../exam/LeftAnswers.tsx'
import { InvitationNote } from '../invitation/InvitationNote.tsx'
import { useStep } from '../invitation/use-step.ts'
import classes from './dashboard.module.css'
import { NewestNotices } from './NewestNotices.tsx'
import {
  type Analysis,
  currentYear,
  missingHours,
  nextTodo,
  rehearsalOf,
  type Todo,
  todoKey,
  type YearHours,
} from './next-step.ts'
import { StudyDays } from './StudyDays.tsx'
import { YearTable } from './YearTable.tsx'

/** The workbench: how many hours are missing this year, and what to do next (look.md). */
export function DashboardScreen() {
  const analysis = useQuery(myAnlysisQuery())
  const name = useSession()?.userInfo.name
  // a desk has both in its layout
  const onPhone = useShell() === 'phone'
  return (
    <Screen title="工作台" tab aside={onPhone ? <MessagesLink /> : name && `${name}，您好`}>
      {onPhone && <LeftAnswers />}
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
  // of the year above, the bar itself says what to do about its public hours
  const others = todo.filter(
    (item) => item !== next && !(item.kind === 'PUBLIC_HOURS' && item.year === year?.year),
  )
  return (
    <div className={classes.parts}>
      <FontNote years={years} />
      {year ? (
        <ThisYear year={year} next={next} />
      ) : (
        <div className={card.card}>
          <EmptyState title={emptyWords.workbench.title}>{emptyWords.workbench.text}</EmptyState>
        </div>
      )}
      {others.length > 0 && <Todos todo={others} />}
      {years.length > 0 && <YearTable years={years} />}
      <div className={classes.pair}>
        <section className={card.card}>
          <h2>通知公告</h2>
          <NewestNotices />
        </section>
        {year && (
          <section className={card.card}>
            <h2>近 30 天学习</h2>
            <StudyDays days={studySecondsByDay} />
          </section>
        )}
      </div>
    </div>
  )
}

/** What this year lacks, its two buckets, and the one next step. */
function ThisYear({ year, next }: { year: YearHours; next: Todo | undefined }) {
  const { earned, required } = year
  const missing = missingHours(year)
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
        <TrialTag of={year} />
      </h2>
      <div className={classes.buckets}>
        <HoursBar
          name={subjectNames.PROFESSIONAL}
          earned={earned.professional}
          required={required.professional}
        />
        <HoursBar name={subjectNames.PUBLIC} earned={earned.public} required={required.public} />
      </div>
      <div className={classes.next}>
        <NextStep year={year} next={next} />
      </div>
      {earned.public < required.public && <PublicHoursWays />}
    </section>
  )
}

/** Public hours are earned elsewhere: what somebody can do about them. */
function PublicHoursWays() {
  return (
    <p className={classes.ways}>
      <span>公需科目在国家平台免费学习，学完后由协会核对、录入。</span>
      <Link to={paths.search('公需')}>如何取得公需学时</Link>
      <Link to={paths.reductionApply()}>申请减免</Link>
      <span>
        久未录入？
        <ServiceHelp className={classes.help} />
      </span>
    </p>
  )
}

function NextStep({ year, next }: { year: YearHours; next: Todo | undefined }) {
  const stepOf = useStep()
  if (next) {
    const { title, action, to } = stepOf(next)
    const rehearsal = rehearsalOf(next)
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
      <p>{missingHours(year) > 0 ? stillMissing(year) : '目前没有需要您办理的事项。'}</p>
      <Link className={buttonClass('quiet')} to={paths.grant()}>
        查看学时明细
      </Link>
    </>
  )
}

/** Nothing can be done in the portal, and hours are missing all the same. */
function stillMissing({ earned, required }: YearHours): string {
  return earned.professional >= required.professional
    ? '专业科目已达标，还需完成公需科目。'
    : '本年度的学时还没有达标。'
}

function Todos({ todo }: { todo: readonly Todo[] }) {
  const stepOf = useStep()
  return (
    <section className={card.rows} aria-labelledby="todo">
      <h2 id="todo" className={card.rowsTitle}>
        待办事项
      </h2>
      <ul>
        {todo.map((item) => {
          const { title, action, to } = stepOf(item)
          return (
            <li key={todoKey(item)}>
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
