import { emailRule } from '@ce/contract/person'
import { showInForm } from '@ce/frame/form-refusal.ts'
import { matches, needed, withoutSpaces } from '@ce/frame/form-rules.ts'
import { oneTimeCode, sixDigits } from '@ce/frame/one-time-code.ts'
import { useEmailConsent } from '@ce/frame/student/message/use-email-consent.ts'
import { outsideWords } from '@ce/frame/student/message/words.ts'
import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import classes from './Privacy.module.css'
import { useDialog } from './use-dialog.ts'

interface Fields {
  email: string
  code: string
}

/** An address, and the code that was sent there. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const [form] = Form.useForm<Fields>()
  const { modal, problem, send } = useDialog(form, { first: 'email', onClose })
  const [unsent, setUnsent] = useState<string | null>(null)
  const { code, agree } = useEmailConsent()
  const email = Form.useWatch('email', form) ?? ''
  const sendCode = async () => {
    setUnsent(null)
    try {
      await code.send(email)
      form.getFieldInstance('code')?.focus?.()
    } catch (error) {
      setUnsent(showInForm(form, error))
    }
  }
  const shown = unsent ?? problem
  return (
    <Modal {...modal} title={outsideWords.email} okText={outsideWords.agree}>
      <p className={classes.text}>{outsideWords.emailExplained}</p>
      <div role="alert">
        {shown && <Alert className={classes.gap} type="error" showIcon title={shown} />}
      </div>
      <Form
        form={form}
        name="email-form"
        layout="vertical"
        onFinish={(fields) => {
          setUnsent(null)
          return send(() => agree(fields))
        }}
      >
        <Form.Item
          name="email"
          label="邮箱"
          rules={[needed('请填写邮箱'), matches(emailRule)]}
          validateTrigger="onBlur"
          normalize={withoutSpaces}
        >
          <Input type="email" autoComplete="email" maxLength={100} />
        </Form.Item>
        <Button
          className={classes.gap}
          loading={code.busy}
          disabled={!code.possible(email)}
          onClick={sendCode}
        >
          {code.text}
        </Button>
        <Form.Item
          name="code"
          label="验证码"
          extra={outsideWords.codeHint}
          rules={[needed('请填写验证码'), matches(sixDigits('验证码'))]}
          validateTrigger="onSubmit"
          normalize={withoutSpaces}
        >
          <Input {...oneTimeCode} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
