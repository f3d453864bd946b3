import { isMissing, Loaded } from '@ce/client/components/Loaded.tsx'
import { StudyRecord } from '@ce/client/components/study-record/StudyRecord.tsx'
import { learnRecordQuery } from '@ce/client/course.ts'
import { lastWords } from '@ce/client/lesson-player/player.ts'
import { readPage } from '@ce/client/read-page.ts'
import { readSession } from '@ce/client/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { emptyWords } from '../../../components/empty-words.ts'
import { NoSuch } from '../../../components/NoSuch.tsx'
import { useOwnTitle } from '../../../components/own-title.ts'
import { Pager } from '../../../components/Pager.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { paths } from '../../../paths.ts'

const pageSize = 50

/** 学时来源: why a lesson has this number (product §4). */
export function LearnRecordScreen() {
  const { query, none, back, turn } = useLearnRecord()
  useOwnTitle(query.data && `${query.data.courseTitle} 学时来源`)
  return (
    <Screen title="学时来源" back={back} backLabel="返回课程学习">
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

/** The study record the address names: 学时来源 of one's own lesson, a page of it, and the way back to the lesson. */
function useLearnRecord() {
  const { signid = '', id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const lessonId = search.get('lesson') ?? ''
  const page = readPage(search.get('page'))
  const query = useQuery({
    ...learnRecordQuery({ id, lessonId, page, pageSize }),
    enabled: lessonId !== '',
  })
  const { refetch } = query
  const none = lessonId === '' || (query.data === undefined && isMissing(query.error))
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
  return {
    query,
    /** no lesson is named, or none that there is */
    none,
    back: lessonId && !none ? paths.lesson(signid, id, lessonId) : paths.learn(signid, id),
    turn: (to: number) => setSearch({ lesson: lessonId, page: String(to) }),
  }
}
