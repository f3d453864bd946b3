import { useAskToClose } from '@ce/client/privacy.ts'
import { uuid } from '@ce/client/uuid.ts'
import { digestPassword } from '@ce/contract/password'
import { needed } from '@ce/frame/form-rules.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { PasswordField } from './PasswordField.tsx'
import classes from './Privacy.module.css'
import { useDialog } from './use-dialog.ts'

/** as the contract has it */
const words = '注销账号'

interface Fields {
  password: string
  confirm: string
}

interface CloseDialogProps {
  coolingDays: number
  onClose: () => void
}

/** The last word: the password, and the very words. */
export function CloseDialog({ coolingDays, onClose }: CloseDialogProps) {
  const [form] = Form.useForm<Fields>()
  const { modal, problem, send } = useDialog(form, { first: 'password', onClose })
  const [id] = useState(uuid)
  const close = useAskToClose()
  const submit = ({ password }: Fields) =>
    send(async () => {
      await close.mutateAsync({ id, password: digestPassword(password), confirm: words })
      showNotice({
        kind: 'success',
        title: '已申请注销',
        text: `${coolingDays} 天内可以随时撤回。`,
      })
    })
  return (
    <Modal {...modal} title="申请注销账号" okText="申请注销" okButtonProps={{ danger: true }}>
      <p className={classes.text}>
        期满后手机号、资料、照片和登录都会删除，不能恢复。需要留存的，请先下载个人信息副本和学时证明。
      </p>
      <div role="alert">
        {problem && <Alert className={classes.gap} type="error" showIcon title={problem} />}
      </div>
      <Form
        form={form}
        name="close-form"
        layout="vertical"
        onFinish={submit}
        scrollToFirstError={{ focus: true }}
      >
        <PasswordField />
        <Form.Item
          name="confirm"
          label={`请输入“${words}”以确认`}
          rules={[
            needed(`请输入“${words}”`),
            { enum: [words], type: 'enum', message: `请输入“${words}”` },
          ]}
          validateTrigger="onSubmit"
        >
          <Input autoComplete="off" maxLength={10} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
