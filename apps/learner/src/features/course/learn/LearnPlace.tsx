import { Loaded } from '@ce/client/components/Loaded.tsx'
import { learnCourseDetailQuery } from '@ce/client/course.ts'
import { formatDateTime, formatLastDay } from '@ce/client/format.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { emptyWords } from '../../../components/empty-words.ts'
import { useKit } from '../../../components/kit.tsx'
import { NoSuch } from '../../../components/NoSuch.tsx'
import { paths } from '../../../paths.ts'
import { EvaluationDialog } from './EvaluationDialog.tsx'
import { FinishPanel } from './FinishPanel.tsx'
import { LessonList } from './LessonList.tsx'
import { LessonPlayerPanel } from './LessonPlayerPanel.tsx'
import { isFinished, type LearnDetail } from './learn-detail.ts'
import { useLessonKit } from './lesson-kit.tsx'
import { useLearning } from './use-learning.ts'

/** The learning page: the video and what is credited of it, the lessons, and what comes after the last one. */
export function LearnPlace() {
  const { Page } = useLessonKit()
  const { signid = '', id = '' } = useParams()
  const query = useQuery({
    ...learnCourseDetailQuery(id),
    // what the player knows is fresher; of a finished course it knows nothing, and a failed exam elsewhere may have it studied anew
    refetchOnWindowFocus: ({ state }) =>
      state.data !== undefined && isFinished(state.data) && 'always',
  })
  const isHere = query.data?.signId === signid
  const notHere = <NoSuch words={emptyWords.noSuchCourse} to={paths.myCourses()} />
  return (
    <Page detail={isHere ? query.data : undefined}>
      <Loaded query={query} skeleton={<Skeleton shape={['title', 'picture']} />} missing={notHere}>
        {(detail) =>
          // a player of the round before reports nothing of this one
          isHere ? <Learning key={`${id} ${detail.round}`} detail={detail} /> : notHere
        }
      </Loaded>
    </Page>
  )
}

function Learning({ detail }: { detail: LearnDetail }) {
  const { Layout } = useLessonKit()
  const { Alert } = useKit()
  const { studentId, finished, current, replaced, evaluating, setEvaluating } = useLearning(detail)
  return (
    <>
      <Layout
        notes={
          <>
            {!detail.studyOpen && <Closed detail={detail} />}
            {replaced && (
              <Alert kind="info" title="课程已更新">
                这门课程在您开始学习之前更新过，请按现在的课时学习。
              </Alert>
            )}
            {finished && <FinishPanel detail={detail} onEvaluate={() => setEvaluating(true)} />}
          </>
        }
        player={
          current ? (
            <LessonPlayerPanel
              key={current.id}
              studentId={studentId}
              detail={detail}
              lesson={current}
              onCourseDone={() => setEvaluating(!detail.evaluated)}
            />
          ) : (
            <EmptyState title="课程还没有课时">课时上线后即可学习。</EmptyState>
          )
        }
        lessons={<LessonList detail={detail} currentId={current?.id} />}
      />
      <EvaluationDialog
        id={detail.id}
        signId={detail.signId}
        courseTitle={detail.course.title}
        open={evaluating}
        onClose={() => setEvaluating(false)}
      />
    </>
  )
}

function Closed({ detail: { studyEndAt, lateUntil } }: { detail: LearnDetail }) {
  const { Alert } = useKit()
  return (
    <Alert
      kind="warning"
      title={`学习时间已于 ${formatLastDay(studyEndAt)} 结束：可以继续观看，但不再计入学时。`}
    >
      {lateUntil &&
        `截止前在本机离线学习的记录，联网打开本页后自动补报，最晚 ${formatDateTime(lateUntil)}；计入的时间不超过截止时刻。`}
    </Alert>
  )
}
