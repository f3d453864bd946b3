import { phoneRule } from '@ce/contract/person'
import { forgetAnswered } from '@ce/frame/form-refusal.ts'
import { matches, needed, withoutSpaces } from '@ce/frame/form-rules.ts'
import { neededWords } from '@ce/frame/student/person/needed-words.ts'
import { useSavePhone } from '@ce/frame/student/person/use-account.ts'
import { useFormProblem } from '@ce/frame/use-form-problem.ts'
import { Alert, Button, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { PasswordField } from '../../components/PasswordField.tsx'
import classes from './ProfilePage.module.css'

interface Fields {
  phone: string
  password: string
}

/** A new phone is a new way to sign in: it needs the password (product §3 modify). */
export function PhoneDialog() {
  const [open, setOpen] = useState(false)
  const [form] = Form.useForm<Fields>()
  const { problem, busy, attempt } = useFormProblem(form)
  const savePhone = useSavePhone()
  const save = (fields: Fields) =>
    attempt(async () => {
      await savePhone(fields)
      setOpen(false)
    })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        修改手机号
      </Button>
      <Modal
        open={open}
        title="修改手机号"
        okText="确认修改"
        destroyOnHidden
        mask={{ closable: false }}
        confirmLoading={busy}
        onOk={form.submit}
        onCancel={() => setOpen(false)}
      >
        <div role="alert">
          {problem && <Alert className={classes.alert} type="error" showIcon title={problem} />}
        </div>
        <Form
          form={form}
          name="phone-form"
          layout="vertical"
          clearOnDestroy
          onFinish={save}
          onValuesChange={forgetAnswered(form)}
        >
          <Form.Item
            name="phone"
            label="新手机号"
            normalize={withoutSpaces}
            rules={[needed(neededWords.phone), matches(phoneRule)]}
            validateTrigger="onBlur"
          >
            <Input autoComplete="tel" inputMode="numeric" maxLength={20} />
          </Form.Item>
          <PasswordField />
        </Form>
      </Modal>
    </>
  )
}
