import { type StaffMember, useResetStaffPassword } from '@ce/client/staff/staff.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { Checkbox, Form } from 'antd'
import { useState } from 'react'
import classes from '../../components/form.module.css'
import { ReasonField } from '../../components/Reason.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import type { NewStaffPassword } from './CreateStaff.tsx'

interface Fields {
  totp: boolean
  reason: string
}

interface ResetStaffProps {
  member: StaffMember
  onClose: () => void
  onDone: (made: NewStaffPassword) => void
}

export function ResetStaffDialog({ member, onClose, onDone }: ResetStaffProps) {
  const [key] = useState(randomUuid)
  const reset = useResetStaffPassword()
  const send = async ({ totp, reason }: Fields) => {
    const { password } = await reset.mutateAsync({
      id: member.id,
      key,
      totp: totp === true,
      reason,
    })
    onDone({ username: member.username, password })
  }
  return (
    <FormDialog<Fields>
      title={`重置密码：${member.name}（${member.username}）`}
      okText="重置"
      danger
      initialValues={{ totp: false, reason: '' }}
      send={send}
      onClose={onClose}
    >
      <p className={classes.problem}>
        原来的密码立即失效，对方正在使用的后台随即退出；系统给出一个一次性密码，由您当面或电话转告。
      </p>
      {member.totp === 'ON' && (
        <Form.Item name="totp" valuePropName="checked">
          <Checkbox>同时解除动态口令（手机丢失或更换时）</Checkbox>
        </Form.Item>
      )}
      <ReasonField placeholder="如：本人来电说忘记密码" />
    </FormDialog>
  )
}
