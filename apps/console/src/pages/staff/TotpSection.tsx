import { useTotpRemove } from '@ce/client/staff/staff.ts'
import type { StaffMe } from '@ce/client/staff-session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { CodeField } from '../../components/CodeField.tsx'
import { FormProblem } from '../../components/FormProblem.tsx'
import classes from '../../components/form.module.css'
import { CurrentPassword } from '../../kit/CurrentPassword.tsx'
import { forgetAnswered } from '../../kit/show-in-form.ts'
import { useFormProblem } from '../../kit/use-form-problem.ts'
import { TotpSetUp } from './TotpSetUp.tsx'

/** Whether a one-time code is asked for at one's sign-in, and the way to change that. */
export function TotpSection({ me }: { me: StaffMe }) {
  const [open, setOpen] = useState<'setUp' | 'remove' | null>(null)
  const on = me.totp === 'ON'
  const done = (title: string, text: string) => {
    setOpen(null)
    showNotice({ kind: 'success', title, text })
  }
  return (
    <div className={classes.stack}>
      <p className={classes.row}>
        <StatusMark kind={on ? 'done' : 'todo'}>{on ? '已绑定' : '未绑定'}</StatusMark>
        <span className={classes.hint}>
          {on
            ? '登录时除密码外还要输入手机上的 6 位数字。'
            : '绑定后，即使密码泄露，别人也登录不了您的账号。'}
        </span>
      </p>
      <div>
        <Button danger={on} onClick={() => setOpen(on ? 'remove' : 'setUp')}>
          {on ? '解除绑定' : '绑定动态口令'}
        </Button>
      </div>
      <Modal
        open={open === 'setUp'}
        title="绑定动态口令"
        footer={null}
        destroyOnHidden
        onCancel={() => setOpen(null)}
      >
        <TotpSetUp onDone={() => done('动态口令已绑定', '今后登录时需要输入它。')} />
      </Modal>
      <Modal
        open={open === 'remove'}
        title="解除动态口令"
        footer={null}
        destroyOnHidden
        onCancel={() => setOpen(null)}
      >
        <RemoveForm onDone={() => done('动态口令已解除', '今后登录只需要密码。')} />
      </Modal>
    </div>
  )
}

interface Fields {
  password: string
  code: string
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const [form] = Form.useForm<Fields>()
  const remove = useTotpRemove()
  const { problem, attempt } = useFormProblem(form)
  const submit = async (fields: Fields) => {
    if (await attempt(() => remove.mutateAsync(fields))) onDone()
  }
  return (
    <Form
      form={form}
      name="totp-remove"
      layout="vertical"
      requiredMark={false}
      onFinish={submit}
      onValuesChange={forgetAnswered(form)}
    >
      <p className={classes.problem}>
        解除后，您的账号只靠密码保护。请输入密码和当前的动态口令确认。
      </p>
      <FormProblem problem={problem} />
      <CurrentPassword name="password" label="登录密码" maxLength={128} />
      <CodeField />
      <Button type="primary" danger htmlType="submit" loading={remove.isPending}>
        解除绑定
      </Button>
    </Form>
  )
}
