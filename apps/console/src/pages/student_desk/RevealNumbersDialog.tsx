import { type DeskStudent, useRevealStudent } from '@ce/client/staff/student_desk.ts'
import { Button } from 'antd'
import { useState } from 'react'
import cards from '../../components/cards.module.css'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import classes from './StudentDesk.module.css'

/** Shows the full phone and ID number after staff give a reason. */
export function RevealNumbersDialog({ student, onClose }: { student: DeskStudent; onClose: () => void }) {
  const [numbers, setNumbers] = useState<{ phone: string; idNo: string } | null>(null)
  const [asking, setAsking] = useState(true)
  const [open, setOpen] = useState(true)
  const reveal = useRevealStudent()
  const { id, name } = student
  if (asking)
    return (
      <ReasonDialog
        title={`查看完整号码：${name}`}
        okText="查看"
        placeholder="如：核对报名材料"
        send={async (reason) => setNumbers(await reveal.mutateAsync({ id, reason }))}
        onClose={() => (numbers ? setAsking(false) : onClose())}
      >
        <p>号码是个人信息，谁在什么时候为什么查看，都会写入操作日志。</p>
      </ReasonDialog>
    )
  return (
    <Dialog
      open={open}
      title={`完整号码：${name}`}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      footer={<Button onClick={() => setOpen(false)}>关闭</Button>}
    >
      <dl className={cards.facts}>
        <div>
          <dt>手机号</dt>
          <dd className={classes.whole}>{numbers?.phone}</dd>
        </div>
        <div>
          <dt>证件号</dt>
          <dd className={classes.whole}>{numbers?.idNo}</dd>
        </div>
      </dl>
    </Dialog>
  )
}
