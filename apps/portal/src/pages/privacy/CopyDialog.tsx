import { useAskExport } from '@ce/client/privacy.ts'
import { uuid } from '@ce/client/uuid.ts'
import { digestPassword } from '@ce/contract/password'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Form, Modal } from 'antd'
import { useState } from 'react'
import { PasswordField } from './PasswordField.tsx'
import classes from './Privacy.module.css'
import { useDialog } from './use-dialog.ts'

/** Asks for a copy; the password shows that it is oneself. */
export function CopyDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<{ password: string }>()
  const { modal, problem, send } = useDialog(form, { first: 'password', onClose })
  // a press that was answered on the way and is made again is the same request
  const [id] = useState(uuid)
  const ask = useAskExport()
  const submit = ({ password }: { password: string }) =>
    send(async () => {
      await ask.mutateAsync({ id, password: digestPassword(password) })
      showNotice({
        kind: 'success',
        title: '正在整理副本',
        text: '备好后这里可以下载，也会发站内消息。',
      })
    })
  return (
    <Modal {...modal} title="申请个人信息副本" okText="申请">
      <p className={classes.text}>
        副本里有完整的证件号、手机号等信息。请只在自己的设备上下载，不要转发给他人。
      </p>
      <div role="alert">
        {problem && <Alert className={classes.gap} type="error" showIcon title={problem} />}
      </div>
      <Form form={form} name="copy-form" layout="vertical" onFinish={submit}>
        <PasswordField />
      </Form>
    </Modal>
  )
}
