import { articleLimits, charactersOf, proposedSeconds } from '@ce/contract/reading'
import { missingOrWrong } from '@ce/contract/typed-number'
import { useState } from 'react'
import type { DraftArticle } from './draft.ts'

const limits = {
  what: '要求的阅读时间',
  min: articleLimits.leastSeconds / 60,
  max: articleLimits.mostSeconds / 60,
  unit: ' 分钟',
  decimals: 1,
}

/** Minutes as they were typed (null: the field is empty), or what the text's length proposes. */
export type ChosenMinutes = number | null | 'PROPOSED'

/** What cannot be as a reading time; null: nothing. */
export function readingTimeProblem(minutes: ChosenMinutes): string | null {
  return minutes === 'PROPOSED' ? null : missingOrWrong(limits, minutes)
}

/** The reading time of a text that is being written: it follows the proposal until staff say otherwise. */
export function useReadingTime({ html, durationSeconds }: DraftArticle) {
  const [characters, count] = useState(() => charactersOf(html))
  const [begun] = useState<ChosenMinutes>(() =>
    durationSeconds === proposedSeconds(charactersOf(html)) ? 'PROPOSED' : durationSeconds / 60,
  )
  const [minutes, choose] = useState(begun)
  /** in seconds, of a text of so many characters */
  const of = (length: number) =>
    typeof minutes === 'number' ? Math.round(minutes * 60) : proposedSeconds(length)
  const problem = readingTimeProblem(minutes)
  return { characters, count, minutes, choose, changed: minutes !== begun, of, problem }
}

export type ReadingTime = ReturnType<typeof useReadingTime>
