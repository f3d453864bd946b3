import { Loaded } from '@ce/frame/Loaded.tsx'
import { useLearnRecord } from '@ce/frame/student/learn/use-learn-record.ts'
import { StudyRecord } from '@ce/frame/study-record/StudyRecord.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { Link } from 'react-router'
import { Pager } from '../../../components/Pager.tsx'
import { Screen } from '../../../components/Screen.tsx'

/** 学时来源: why a lesson has this number (product §4). */
export function LearnRecordScreen() {
  const { query, none, back, turn } = useLearnRecord()
  return (
    <Screen title="学时来源" back={back}>
      {none ? (
        <EmptyState title="没有选择课时" action={<Link to={back}>返回学习</Link>}>
          请从课时页面的“学时来源”打开。
        </EmptyState>
      ) : (
        <Loaded query={query}>
          {(record) => (
            <div>
              <StudyRecord
                record={record}
                stale={query.isPlaceholderData}
                pager={<Pager {...record} onPage={turn} />}
              />
            </div>
          )}
        </Loaded>
      )}
    </Screen>
  )
}
