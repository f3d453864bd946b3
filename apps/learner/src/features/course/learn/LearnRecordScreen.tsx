import { isNotFoundRefusal, QueryContent } from '@ce/client/components/Loaded.tsx'
import { StudyRecord } from '@ce/client/components/study-record/StudyRecord.tsx'
import { learnRecordQuery } from '@ce/client/course.ts'
import { whenPlayersClosed } from '@ce/client/lesson-player/open-players.ts'
import { parsePageNumber } from '@ce/client/read-page.ts'
import { readSession } from '@ce/client/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { emptyScreenTexts } from '../../../components/empty-text.ts'
import { NotFoundNote } from '../../../components/NotFoundNote.tsx'
import { Pager } from '../../../components/Pager.tsx'
import { usePageTitle } from '../../../components/page-title.ts'
import { ScreenLayout } from '../../../components/Screen.tsx'
import { paths } from '../../../paths.ts'

const pageSize = 50

/** Shows why a lesson has its credited seconds (docs/rules/study.md#why-this-number). */
export function LearnRecordScreen() {
  const { query, none, back, turn } = useLearnRecord()
  usePageTitle(query.data && `${query.data.courseTitle} 学时来源`)
  return (
    <ScreenLayout title="学时来源" back={back} backLabel="返回课程学习">
      {none ? (
        <NotFoundNote words={emptyScreenTexts.noLesson} to={back} />
      ) : (
        <QueryContent query={query}>
          {(record) => (
            <div>
              <StudyRecord
                record={record}
                stale={query.isPlaceholderData}
                pager={<Pager {...record} onPage={turn} />}
              />
            </div>
          )}
        </QueryContent>
      )}
    </ScreenLayout>
  )
}

function useLearnRecord() {
  const { signid = '', id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const lessonId = search.get('lesson') ?? ''
  const page = parsePageNumber(search.get('page'))
  const query = useQuery({
    ...learnRecordQuery({ id, lessonId, page, pageSize }),
    enabled: lessonId !== '',
  })
  const { refetch } = query
  const none = lessonId === '' || (query.data === undefined && isNotFoundRefusal(query.error))
  useEffect(() => {
    if (lessonId === '') return
    let here = true
    // A player that has just closed still reports its last seconds, so fetch again after that.
    const again = () => setTimeout(() => here && readSession() && void refetch())
    void whenPlayersClosed().then(again)
    return () => {
      here = false
    }
  }, [lessonId, refetch])
  return {
    query,
    /** Shown if the address names no lesson of the course. */
    none,
    back: lessonId && !none ? paths.lesson(signid, id, lessonId) : paths.learn(signid, id),
    turn: (to: number) => setSearch({ lesson: lessonId, page: String(to) }),
  }
}
