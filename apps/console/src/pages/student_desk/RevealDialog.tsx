import { type Student, useRevealStudent } from '@ce/client/staff/student_desk.ts'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'
import classes from './StudentDesk.module.css'

/** The whole phone and ID number, after a reason; gone with the dialog. */
export function RevealDialog({ student, onClose }: { student: Student; onClose: () => void }) {
  const [numbers, setNumbers] = useState<{ phone: string; idNo: string } | null>(null)
  const [asking, setAsking] = useState(true)
  const [open, setOpen] = useState(true)
  const reveal = useRevealStudent()
  const { id, name } = student
  if (asking)
    return (
      <FormDialog
        title={`查看完整号码：${name}`}
        okText="查看"
        initialValues={{ reason: '' }}
        send={async ({ reason }) => setNumbers(await reveal.mutateAsync({ id, reason }))}
        onClose={() => (numbers ? setAsking(false) : onClose())}
      >
        <p>号码是个人信息，谁在什么时候为什么查看，都会写入操作日志。</p>
        <Reason placeholder="如：核对报名材料" />
      </FormDialog>
    )
  return (
    <Modal
      open={open}
      title={`完整号码：${name}`}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
      footer={<Button onClick={() => setOpen(false)}>关闭</Button>}
    >
      <dl className={classes.facts}>
        <div>
          <dt>手机号</dt>
          <dd className={classes.whole}>{numbers?.phone}</dd>
        </div>
        <div>
          <dt>证件号</dt>
          <dd className={classes.whole}>{numbers?.idNo}</dd>
        </div>
      </dl>
    </Modal>
  )
}
