import { useRemoveTotp } from '@ce/client/staff/staff.ts'
import type { StaffMe } from '@ce/client/staff-session.ts'
import { staffTotpRemoveLimits } from '@ce/contract/generated/staff-limits'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { OneTimeCodeField } from '../../components/CodeField.tsx'
import { FormProblem } from '../../components/FormProblem.tsx'
import classes from '../../components/form.module.css'
import { CurrentPasswordField } from '../../kit/CurrentPassword.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { useUnsavedForm } from '../../kit/form-changes.ts'
import { clearAnsweredProblems } from '../../kit/show-in-form.ts'
import { useFormSubmission } from '../../kit/use-form-problem.ts'
import { TotpSetUpSteps } from './TotpSetUp.tsx'

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
          {on ? '登录时除密码外还要输入手机上的 6 位数字。' : '绑定后，即使密码泄露，别人也登录不了您的账号。'}
        </span>
      </p>
      <div>
        <Button danger={on} onClick={() => setOpen(on ? 'remove' : 'setUp')}>
          {on ? '解除绑定' : '绑定动态口令'}
        </Button>
      </div>
      <Dialog open={open === 'setUp'} title="绑定动态口令" footer={null} onClose={() => setOpen(null)}>
        <TotpSetUpSteps onDone={() => done('动态口令已绑定', '今后登录时需要输入它。')} />
      </Dialog>
      <Dialog open={open === 'remove'} title="解除动态口令" footer={null} onClose={() => setOpen(null)}>
        <RemoveForm onDone={() => done('动态口令已解除', '今后登录只需要密码。')} />
      </Dialog>
    </div>
  )
}

interface Fields {
  password: string
  code: string
}

function RemoveForm({ onDone }: { onDone: () => void }) {
  const [form] = Form.useForm<Fields>()
  const remove = useRemoveTotp()
  const { problem, attempt } = useFormSubmission(form)
  useUnsavedForm(form, '动态口令')
  const submit = async (fields: Fields) => {
    if (await attempt(() => remove.mutateAsync(fields))) onDone()
  }
  return (
    <Form
      form={form}
      name="totp-remove"
      layout="vertical"
      onFinish={submit}
      onValuesChange={clearAnsweredProblems(form)}
    >
      <p className={classes.problem}>解除后，您的账号只靠密码保护。请输入密码和当前的动态口令确认。</p>
      <FormProblem problem={problem} />
      <CurrentPasswordField name="password" label="登录密码" maxLength={staffTotpRemoveLimits.password.maxLength} />
      <OneTimeCodeField />
      <Button type="primary" danger htmlType="submit" loading={remove.isPending}>
        解除绑定
      </Button>
    </Form>
  )
}
