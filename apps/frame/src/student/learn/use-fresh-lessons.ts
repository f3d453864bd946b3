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
