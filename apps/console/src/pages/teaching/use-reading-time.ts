import { charactersOf, proposedSeconds } from '@ce/contract/reading'
import { useState } from 'react'
import type { DraftArticle } from './draft.ts'

/** The reading time of a text that is being written: it follows the proposal until staff say otherwise. */
export function useReadingTime({ html, durationSeconds }: DraftArticle) {
  const [characters, count] = useState(() => charactersOf(html))
  const [chosen, choose] = useState<number | null>(() =>
    durationSeconds === proposedSeconds(charactersOf(html)) ? null : durationSeconds,
  )
  const of = (length: number) => chosen ?? proposedSeconds(length)
  return { characters, count, chosen, choose, of }
}

export type ReadingTime = ReturnType<typeof useReadingTime>
