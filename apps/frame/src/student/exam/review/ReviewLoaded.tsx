import { CallRefused, type Output } from '@ce/client/call.ts'
import { examReviewQuery } from '@ce/client/exam.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../../../Loaded.tsx'
import { emptyWords } from '../../empty-words.ts'
import { NoSuch } from '../../NoSuch.tsx'
import { useStudentPaths } from '../../paths.ts'

export type Review = Output<'GET /exam/v1/review'>
export type ReviewedQuestion = Review['questions'][number]

/** The reviewed paper, or why it is not shown yet. */
export function ReviewLoaded(props: {
  attemptId: string
  children: (review: Review) => ReactNode
}) {
  const paths = useStudentPaths()
  const query = useQuery(examReviewQuery(props.attemptId))
  if (query.error instanceof CallRefused && query.error.key === 'exam.reviewLocked')
    return (
      <EmptyState title="答卷与解析还没有开放">
        通过考试，或用完本轮考试次数后即可查看。作答记录现在就可以看。
      </EmptyState>
    )
  if (query.error instanceof CallRefused && query.error.key === 'exam.reviewHeld')
    return <EmptyState title="答卷与解析还没有开放">{query.error.message}</EmptyState>
  return (
    <Loaded
      query={query}
      missing={<NoSuch words={emptyWords.noSuchAttempt} to={paths.myCourses()} />}
      skeleton={<Skeleton shape={['title', 'line', 'card', 'card']} />}
    >
      {props.children}
    </Loaded>
  )
}
