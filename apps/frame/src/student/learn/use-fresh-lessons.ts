import { learnCourseDetailQuery } from '@ce/client/course.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Loads a course's lessons anew where the server knows it otherwise than this page: another version may have taken their place (decision 038). */
export function useFreshLessons(signCourseId: string, refused: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!refused) return
    void client.invalidateQueries({ queryKey: learnCourseDetailQuery(signCourseId).queryKey })
  }, [client, signCourseId, refused])
}
