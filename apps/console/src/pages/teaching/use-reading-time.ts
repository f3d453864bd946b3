import { articleLimits, countHtmlCharacters, proposedReadingSeconds } from '@ce/contract/reading'
import { requiredNumberProblem } from '@ce/contract/typed-number'
import { useState } from 'react'
import type { EditedArticleLesson } from './draft.ts'

const limits = {
  what: '要求的阅读时间',
  min: articleLimits.leastSeconds / 60,
  max: articleLimits.mostSeconds / 60,
  unit: ' 分钟',
  decimals: 1,
}

/** The typed minutes (null if empty), or 'PROPOSED' for the proposal from the text length. */
export type ChosenReadingTime = number | null | 'PROPOSED'

/** Returns why the reading time is invalid, or null if it is valid. */
export function readingTimeProblem(minutes: ChosenReadingTime): string | null {
  return minutes === 'PROPOSED' ? null : requiredNumberProblem(limits, minutes)
}

/** The reading time follows the text length until staff enter a time. */
export function useReadingTime({ html, durationSeconds }: EditedArticleLesson) {
  const [characters, count] = useState(() => countHtmlCharacters(html))
  const [begun] = useState<ChosenReadingTime>(() =>
    durationSeconds === proposedReadingSeconds(countHtmlCharacters(html)) ? 'PROPOSED' : durationSeconds / 60,
  )
  const [minutes, choose] = useState(begun)
  /** Proposed reading time in seconds for a number of characters. */
  const of = (length: number) =>
    typeof minutes === 'number' ? Math.round(minutes * 60) : proposedReadingSeconds(length)
  const problem = readingTimeProblem(minutes)
  return { characters, count, minutes, choose, changed: minutes !== begun, of, problem }
}

export type ReadingTimeState = ReturnType<typeof useReadingTime>
