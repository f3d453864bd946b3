import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { emptyWords } from '@ce/frame/student/empty-words.ts'
import { useLearnRecord } from '@ce/frame/student/learn/use-learn-record.ts'
import { NoSuch } from '@ce/frame/student/NoSuch.tsx'
import { RecordPager } from '@ce/frame/study-record/RecordPager.tsx'
import { StudyRecord } from '@ce/frame/study-record/StudyRecord.tsx'
import { Link } from 'react-router'

/** Why a lesson has this number (product §4): the student's own, from the lesson's page. */
export function LearnRecordPage() {
  const { query, none, back, turn } = useLearnRecord()
  return (
    <>
      <PageHeader title="学时来源" actions={<Link to={back}>返回学习</Link>}>
        {query.data?.courseTitle ?? '本课时计入了哪些时间，每条学习记录是怎样处理的。'}
      </PageHeader>
      {none ? (
        <NoSuch words={emptyWords.noLesson} to={back} />
      ) : (
        <Loaded query={query}>
          {(record) => (
            <StudyRecord
              record={record}
              stale={query.isPlaceholderData}
              pager={<RecordPager record={record} onPage={turn} />}
            />
          )}
        </Loaded>
      )}
    </>
  )
}
