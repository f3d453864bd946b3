import { Loaded } from '@ce/client/components/Loaded.tsx'
import { StudyRecord } from '@ce/client/components/study-record/StudyRecord.tsx'
import { emptyWords } from '../../../components/empty-words.ts'
import { NoSuch } from '../../../components/NoSuch.tsx'
import { Pager } from '../../../components/Pager.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { useLearnRecord } from './use-learn-record.ts'

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
