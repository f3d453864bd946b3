import { AnswerLogEntries } from '@ce/client/components/exam-review/AnswerLogEntries.tsx'
import { Loaded } from '@ce/client/components/Loaded.tsx'
import { answerLogQuery } from '@ce/client/exam.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { emptyWords } from '../../../components/empty-words.ts'
import { useKit } from '../../../components/kit.tsx'
import { NoSuch } from '../../../components/NoSuch.tsx'
import { paths } from '../../../paths.ts'
import { SittingHead } from './SittingHead.tsx'

/** 作答记录: everything that was handed in, in order, and the check that nothing was changed since. */
export function AnswerLog({ attemptId }: { attemptId: string }) {
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
            <AnswerLogEntries entries={log.entries} />
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
