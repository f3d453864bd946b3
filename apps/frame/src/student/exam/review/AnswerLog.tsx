import type { Output } from '@ce/client/call.ts'
import { answerLogQuery } from '@ce/client/exam.ts'
import { formatDateTime } from '@ce/client/format.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../Loaded.tsx'
import { emptyWords } from '../../empty-words.ts'
import { useKit } from '../../kit.tsx'
import { NoSuch } from '../../NoSuch.tsx'
import { useStudentPaths } from '../../paths.ts'
import before from '../BeforeExam.module.css'
import frame from '../Exam.module.css'
import classes from './Review.module.css'
import { SittingHead } from './SittingHead.tsx'

type Log = Output<'GET /exam/v1/answer_log'>
type Entry = Log['entries'][number]

/** 作答记录: everything that was handed in, in order, and the check that nothing was changed since. */
export function AnswerLog({ attemptId }: { attemptId: string }) {
  const paths = useStudentPaths()
  const query = useQuery(answerLogQuery(attemptId))
  return (
    <Loaded
      query={query}
      missing={<NoSuch words={emptyWords.noSuchAttempt} to={paths.myCourses()} />}
      skeleton={<Skeleton shape={['title', 'line', 'card']} />}
    >
      {(log) => (
        <>
          <SittingHead sitting={log} />
          <Check intact={log.intact} />
          {log.entries.length > 0 ? (
            <Entries entries={log.entries} />
          ) : (
            <EmptyState title="没有作答记录">这次考试没有保存过答案。</EmptyState>
          )}
        </>
      )}
    </Loaded>
  )
}

function Check({ intact }: { intact: boolean }) {
  const { Alert } = useKit()
  return intact ? (
    <Alert kind="success" title="记录完整，与回执一致">
      每条记录的校验值都由上一条推算，回执由最后一条得出；刚才已全部重新计算。
    </Alert>
  ) : (
    <Alert kind="error" title="记录与回执不一致">
      请截图保存本页，并凭回执联系客服核查。
    </Alert>
  )
}

/** What was handed in, entry by entry. */
export function Entries({ entries }: { entries: Entry[] }) {
  return (
    <section className={frame.card} aria-labelledby="log-entries">
      <h2 id="log-entries">共 {entries.length} 条</h2>
      <ol className={classes.entries}>
        {entries.map((entry) => (
          <li key={entry.seq} className={classes.entry}>
            <p>
              <strong>第 {entry.seq} 条</strong> {entry.kind === 'SUBMIT' ? '交卷' : '保存'} ·{' '}
              {formatDateTime(entry.at)}
            </p>
            <p>
              {entry.changes.length > 0 ? entry.changes.map(changeText).join('；') : '没有改动'}
            </p>
            <p className={before.quiet}>
              校验值 <code>{entry.hash.slice(0, 16)}</code>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

function changeText({ question, chosen }: Entry['changes'][number]): string {
  return `第 ${question} 题 ${chosen.length > 0 ? chosen.join('') : '清除'}`
}
