import { trySeeQuery } from '@ce/client/course.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { Trial } from '@ce/frame/student/course/Trial.tsx'
import { useQuery } from '@tanstack/react-query'
import { Modal } from 'antd'
import { useState } from 'react'

interface TrialDialogProps {
  course: { id: string; title: string }
  onClose: () => void
}

/** 试看: the first seconds of a course before paying; earns nothing and says so. */
export function TrialDialog({ course, onClose }: TrialDialogProps) {
  const [open, setOpen] = useState(true)
  const query = useQuery(trySeeQuery(course.id))
  return (
    <Modal
      open={open}
      title={`试看：${course.title}`}
      onCancel={() => setOpen(false)}
      // not before: the focus goes back to what opened it
      afterClose={onClose}
      footer={null}
      width={760}
      destroyOnHidden
    >
      <Loaded query={query}>{(trial) => <Trial trial={trial} />}</Loaded>
    </Modal>
  )
}
