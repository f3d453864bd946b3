import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { formatDateTimeSeconds } from '@ce/client/format.ts'
import { type SystemStatus, systemStatusQuery } from '@ce/client/staff/system.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { CardSection } from '../../components/CardSection.tsx'
import classes from '../../components/cards.module.css'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { BrowserErrorsSection, PageSpeedSection } from './BrowserSections.tsx'
import { IntegritySection } from './IntegritySection.tsx'
import { systemProblemsOf } from './problems.ts'
import { MissingFilesSection, ProcessesSection, StorageSection } from './ServiceSections.tsx'
import { JobsSection, PostponedRowsSection, SystemChannelsSection, SystemQueuesSection } from './WorkSections.tsx'

/** The page 系统状态 shows problems and what to do about them. */
export function SystemPage() {
  const query = useQuery(systemStatusQuery())
  return (
    <>
      <PageHeader title="系统状态">
        服务是否正常、后台任务与队列有没有积压、学员的浏览器有没有出错。每 15 秒自动更新，不含个人信息。
      </PageHeader>
      <QueryContent query={query}>
        {(status) => (
          <div className={classes.page}>
            <Overview status={status} outdated={query.isError} />
            <ProcessesSection processes={status.processes} />
            <JobsSection jobs={status.jobs} />
            <PostponedRowsSection postponed={status.postponed} />
            <SystemQueuesSection queues={status.queues} />
            <SystemChannelsSection channels={status.channels} />
            <StorageSection status={status} />
            <MissingFilesSection missing={status.missingFiles} />
            <IntegritySection integrity={status.integrity} />
            <BrowserErrorsSection browsers={status.browsers} />
            <PageSpeedSection browsers={status.browsers} />
          </div>
        )}
      </QueryContent>
    </>
  )
}

function Overview({ status, outdated }: { status: SystemStatus; outdated: boolean }) {
  const problems = systemProblemsOf(status)
  const [worst] = problems
  return (
    <CardSection
      id="overview"
      title="现在的情况"
      beside={<span className={classes.hint}>数据时间 {formatDateTimeSeconds(status.at)}</span>}
    >
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
    </CardSection>
  )
}
