import { Loaded } from '@ce/client/components/Loaded.tsx'
import { trySeeQuery } from '@ce/client/course.ts'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useQuery } from '@tanstack/react-query'
import { Trial } from './Trial.tsx'

interface TrialSheetProps {
  course: { id: string; title: string }
  onClose: () => void
}

/** 试看: the first seconds of a course before paying; earns nothing and says so. */
export function TrialSheet({ course, onClose }: TrialSheetProps) {
  const query = useQuery(trySeeQuery(course.id))
  return (
    <Dialog open title={`试看：${course.title}`} onClose={onClose}>
      <Loaded query={query}>{(trial) => <Trial trial={trial} />}</Loaded>
    </Dialog>
  )
}
