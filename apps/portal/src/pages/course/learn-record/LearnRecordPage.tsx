import { learnRecordQuery } from '@ce/client/course.ts'
import { lastWords } from '@ce/client/lesson-player/player.ts'
import { readSession } from '@ce/client/session.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { PageHeader } from '@ce/frame/PageHeader.tsx'
import { StudyRecord } from '@ce/frame/study-record/StudyRecord.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { paths } from '../../../paths.ts'

const pageSize = 50

/** Why a lesson has this number (product §4): the student's own, from the lesson's page. */
export function LearnRecordPage() {
  const { signid = '', id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const lessonId = search.get('lesson') ?? ''
  const page = Math.max(1, Math.floor(Number(search.get('page')) || 1))
  const query = useQuery({
    ...learnRecordQuery({ id, lessonId, page, pageSize }),
    enabled: lessonId !== '',
  })
  const { refetch } = query
  useEffect(() => {
    if (lessonId === '') return
    let here = true
    // the player that was just left has told its last seconds a moment later than this page asked; signing out waits for them
    // too, and has ended the session when this turn comes
    const again = () => setTimeout(() => here && readSession() && void refetch())
    void lastWords().then(again)
    return () => {
      here = false
    }
  }, [lessonId, refetch])
  const back = lessonId ? paths.lesson(signid, id, lessonId) : paths.learn(signid, id)
  return (
    <>
      <PageHeader title="学时来源" actions={<Link to={back}>返回学习</Link>}>
        {query.data?.courseTitle ?? '本课时计入了哪些时间，每条学习记录是怎样处理的。'}
      </PageHeader>
      {lessonId === '' ? (
        <EmptyState title="没有选择课时" action={<Link to={back}>返回学习</Link>}>
          请从课时页面的“学时来源”打开。
        </EmptyState>
      ) : (
        <Loaded query={query}>
          {(record) => (
            <StudyRecord
              record={record}
              stale={query.isPlaceholderData}
              onPage={(next) => setSearch({ lesson: lessonId, page: String(next) })}
            />
          )}
        </Loaded>
      )}
    </>
  )
}
