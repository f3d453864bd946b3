import { Loaded } from '@ce/frame/Loaded.tsx'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { useLearnRecord } from '@ce/frame/student/learn/use-learn-record.ts'
import { NoSuch } from '@ce/frame/student/NoSuch.tsx'
import { StudyRecord } from '@ce/frame/study-record/StudyRecord.tsx'
import { Pager } from '../../../components/Pager.tsx'
import { Screen } from '../../../components/Screen.tsx'

/** 学时来源: why a lesson has this number (product §4). */
export function LearnRecordScreen() {
  const { query, none, back, turn } = useLearnRecord()
  return (
    <Screen title="学时来源" back={back}>
      {none ? (
        <NoSuch words={emptyWords.noLesson} to={back} />
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
