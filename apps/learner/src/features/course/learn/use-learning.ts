import { readSession } from '@ce/client/session.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { isFinished, type LearnDetail } from './learn-detail.ts'
import { bringsNew } from './replaced.ts'

/** Which lesson is on screen, whether others came in place of those the page had opened with, and whether the evaluation is asked for. */
export function useLearning(detail: LearnDetail) {
  const { lessons } = detail
  const [search] = useSearchParams()
  // what is watched here stays theirs when the session ends, or another one begins in another tab
  const [studentId] = useState(() => readSession()?.userInfo.id ?? '')
  const finished = isFinished(detail)
  const [evaluating, setEvaluating] = useState(finished && !detail.evaluated)
  const chosen =
    lessons.find((lesson) => lesson.id === search.get('lesson')) ??
    lessons.find((lesson) => !lesson.done) ??
    lessons[0]
  // without a choice in the address the lesson on screen stays, also when it is done
  const [first] = useState(chosen?.id)
  const current = search.has('lesson')
    ? chosen
    : (lessons.find((lesson) => lesson.id === first) ?? chosen)
  // it was published anew before it was begun (decision 038)
  const [opened] = useState(lessons)
  const replaced = bringsNew(opened, lessons)
  return { studentId, finished, current, replaced, evaluating, setEvaluating }
}
