import { type DeskCourse, useWithdrawCourse } from '@ce/client/staff/teaching.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'

/** Takes a course out of what new students may choose, or back in. */
export function WithdrawButton({ course, onDone }: { course: DeskCourse; onDone: () => void }) {
  const [asked, setAsked] = useState(false)
  const [form] = Form.useForm<{ reason: string }>()
  const withdraw = useWithdrawCourse()
  const withdrawn = course.state !== 'WITHDRAWN'
  const send = async ({ reason }: { reason: string }) => {
    await withdraw.mutateAsync({ id: course.id, withdrawn, reason })
    onDone()
  }
  return (
    <>
      <Button danger={withdrawn} onClick={() => setAsked(true)}>
        {withdrawn ? '撤下…' : '重新上架…'}
      </Button>
      {asked && (
        <FormDialog
          form={form}
          title={withdrawn ? '撤下这门课程？' : '重新上架这门课程？'}
          okText={withdrawn ? '撤下' : '上架'}
          danger={withdrawn}
          send={send}
          onClose={() => setAsked(false)}
        >
          <p>
            {withdrawn
              ? '新学员不再能选它；已经报名的学员不受影响。'
              : '新学员又可以在所列年度的计划里选它。'}
          </p>
          <Reason placeholder={withdrawn ? '例如：内容已过时' : '例如：内容已更新'} />
        </FormDialog>
      )}
    </>
  )
}
