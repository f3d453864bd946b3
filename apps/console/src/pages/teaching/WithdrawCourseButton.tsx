import { type DeskCourse, useWithdrawCourse } from '@ce/client/staff/teaching.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'

/** Stops offering the course to new students, or offers it again. */
export function WithdrawCourseButton({ course, onDone }: { course: DeskCourse; onDone: () => void }) {
  const [asked, setAsked] = useState(false)
  const withdraw = useWithdrawCourse()
  const withdrawn = course.state !== 'WITHDRAWN'
  return (
    <>
      <Button danger={withdrawn} onClick={() => setAsked(true)}>
        {withdrawn ? '撤下…' : '重新上架…'}
      </Button>
      {asked && (
        <ReasonDialog
          title={withdrawn ? '撤下这门课程？' : '重新上架这门课程？'}
          okText={withdrawn ? '撤下' : '上架'}
          danger={withdrawn}
          placeholder={withdrawn ? '例如：内容已过时' : '例如：内容已更新'}
          send={(reason) => withdraw.mutateAsync({ id: course.id, withdrawn, reason }).then(onDone)}
          onClose={() => setAsked(false)}
        >
          <p>{withdrawn ? '新学员不再能选它；已经报名的学员不受影响。' : '新学员又可以在所列年度的计划里选它。'}</p>
        </ReasonDialog>
      )}
    </>
  )
}
