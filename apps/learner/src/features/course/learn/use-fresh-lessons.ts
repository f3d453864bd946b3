import { learnCourseDetailQuery } from '@ce/client/course.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/**
 * Loads a course's lessons anew where the server may know it otherwise than this page: another version may have taken their place (decision 038),
 * or another round of study begun.
 */
export function useFreshLessons(signCourseId: string, doubtful: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!doubtful) return
    const { queryKey } = learnCourseDetailQuery(signCourseId)
    // a read that has just been sent for is this one
    void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
  }, [client, signCourseId, doubtful])
}

/** how often, and how many times in a row: a length is corrected within minutes, or by staff another day */
const everyMs = 20_000
const mostTimes = 30

/** The same again and again while the server looks at a film that ended before its lesson. */
export function useAwaitedLessons(signCourseId: string, waits: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!waits) return
    const { queryKey } = learnCourseDetailQuery(signCourseId)
    let times = 0
    const timer = setInterval(() => {
      times += 1
      if (times >= mostTimes) clearInterval(timer)
      void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    }, everyMs)
    return () => clearInterval(timer)
  }, [client, signCourseId, waits])
}
