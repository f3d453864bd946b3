import { CallRefused, type Output } from '@ce/client/call.ts'
import { Loaded } from '@ce/client/components/Loaded.tsx'
import { examReviewQuery } from '@ce/client/exam.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { emptyWords } from '../../../components/empty-words.ts'
import { NoSuch } from '../../../components/NoSuch.tsx'
import { paths } from '../../../paths.ts'

export type Review = Output<'GET /exam/v1/review'>
export type ReviewedQuestion = Review['questions'][number]

/** The reviewed paper, or why it is not shown yet. */
export function ReviewLoaded(props: {
  attemptId: string
  children: (review: Review) => ReactNode
}) {
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
