import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { coursePreviewQuery } from '@ce/client/course.ts'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { FreeCoursePreview } from './FreeCoursePreview.tsx'

interface TrialSheetProps {
  course: { id: string; title: string }
  onClose: () => void
}

/** 试看: a free preview that earns no hours and says so. */
export function FreePreviewSheet({ course, onClose }: TrialSheetProps) {
  const query = useQuery(coursePreviewQuery(course.id))
  return (
    <Dialog open title={`试看：${course.title}`} onClose={onClose}>
      <QueryContent query={query}>{(trial) => <FreeCoursePreview trial={trial} />}</QueryContent>
    </Dialog>
  )
}
