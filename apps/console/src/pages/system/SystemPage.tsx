import { Loaded } from '@ce/client/components/Loaded.tsx'
import { formatMoment } from '@ce/client/format.ts'
import { type SystemStatus, systemStatusQuery } from '@ce/client/staff/system.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import classes from '../../components/cards.module.css'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { BrowserErrors, PageSpeed } from './BrowserSections.tsx'
import { problemsOf } from './problems.ts'
import { MissingFiles, Processes, Storage } from './ServiceSections.tsx'
import { Channels, Jobs, Postponed, Queues } from './WorkSections.tsx'

/** 系统状态: what is well, what is not, and what to do about it. */
export function SystemPage() {
  const query = useQuery(systemStatusQuery())
  return (
    <>
      <PageHeader title="系统状态">
        服务是否正常、后台任务与队列有没有积压、学员的浏览器有没有出错。每 15
        秒自动更新，不含个人信息。
      </PageHeader>
      <Loaded query={query}>
        {(status) => (
          <div className={classes.page}>
            <Overview status={status} outdated={query.isError} />
            <Processes processes={status.processes} />
            <Jobs jobs={status.jobs} />
            <Postponed postponed={status.postponed} />
            <Queues queues={status.queues} />
            <Channels channels={status.channels} />
            <Storage status={status} />
            <MissingFiles missing={status.missingFiles} />
            <BrowserErrors browsers={status.browsers} />
            <PageSpeed browsers={status.browsers} />
          </div>
        )}
      </Loaded>
    </>
  )
}

function Overview({ status, outdated }: { status: SystemStatus; outdated: boolean }) {
  const problems = problemsOf(status)
  const [worst] = problems
  return (
    <section className={classes.card} aria-labelledby="overview">
      <div className={classes.head}>
        <h2 id="overview">现在的情况</h2>
        <span className={classes.hint}>数据时间 {formatMoment(status.at)}</span>
      </div>
      {outdated && (
        <p role="alert">
          <StatusMark kind="warning">刚才没有更新成功，显示的是此前的数据。</StatusMark>
        </p>
      )}
      {worst ? (
        <ul className={`${classes.rows} ${classes.framed}`}>
          {problems.map(({ kind, title, advice }) => (
            <li key={title}>
              <StatusMark kind={kind}>
                <strong>{title}</strong>
              </StatusMark>
              <p className={classes.hint}>{advice}</p>
            </li>
          ))}
        </ul>
      ) : (
        <p>
          <StatusMark kind="done">一切正常，没有需要处理的事。</StatusMark>
        </p>
      )}
    </section>
  )
}
