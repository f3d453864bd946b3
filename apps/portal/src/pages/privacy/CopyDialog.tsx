import { useCopyRequest } from '@ce/frame/student/privacy/use-requests.ts'
import { copyWords } from '@ce/frame/student/privacy/words.ts'
import { Alert, Form, Modal } from 'antd'
import { PasswordField } from '../../components/PasswordField.tsx'
import classes from './Privacy.module.css'
import { useDialog } from './use-dialog.ts'

/** Asks for a copy; the password shows that it is oneself. */
export function CopyDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<{ password: string }>()
  const { modal, problem, send } = useDialog(form, { first: 'password', onClose })
  const ask = useCopyRequest()
  const submit = ({ password }: { password: string }) => send(() => ask(password))
  return (
    <Modal {...modal} title={copyWords.title} okText="申请">
      <p className={classes.text}>{copyWords.warning}</p>
      <div role="alert">
        {problem && <Alert className={classes.gap} type="error" showIcon title={problem} />}
      </div>
      <Form form={form} name="copy-form" layout="vertical" onFinish={submit}>
        <PasswordField />
      </Form>
    </Modal>
  )
}
