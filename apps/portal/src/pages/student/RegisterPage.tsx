import { forgetAnswered } from '@ce/frame/form-refusal.ts'
import { ChallengeProgress } from '@ce/frame/student/ChallengeProgress.tsx'
import type { RegisterFields } from '@ce/frame/student/person/registration.ts'
import { useRegistration } from '@ce/frame/student/person/use-registration.ts'
import { redirectTarget } from '@ce/frame/student/redirect.ts'
import { useFormProblem } from '@ce/frame/use-form-problem.ts'
import { Alert, Button, Form } from 'antd'
import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { AgreementField } from './AgreementField.tsx'
import { DoorLayout } from './DoorLayout.tsx'
import classes from './LoginPage.module.css'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { PersonFields } from './PersonFields.tsx'

export function RegisterPage() {
  const [form] = Form.useForm<RegisterFields>()
  const { problem, busy, attempt } = useFormProblem(form)
  const agreed = Form.useWatch('agreed', form) ?? false
  const { site, send, solved, renewed } = useRegistration(agreed, () =>
    form.setFieldsValue({ agreed: false }),
  )
  const { search } = useLocation()
  const navigate = useNavigate()

  const submit = (fields: RegisterFields) =>
    attempt(async () => {
      await send(fields)
      await navigate(redirectTarget(search, location.origin, paths), { replace: true })
    })

  return (
    <DoorLayout wide>
      <h1>学员注册</h1>
      <Form
        form={form}
        layout="vertical"
        onFinish={submit}
        onValuesChange={forgetAnswered(form)}
        scrollToFirstError={{ focus: true }}
        initialValues={{ idType: 'ID_CARD', titleCode: 0, agreed: false }}
      >
        <PersonFields />
        <NewPasswordFields name="password" label="密码" />
        <AgreementField site={site} renewed={renewed} />
        <div role="alert">
          {problem && <Alert className={classes.problem} type="error" showIcon title={problem} />}
        </div>
        <ChallengeProgress share={solved} />
        <Button type="primary" htmlType="submit" block loading={busy}>
          注册
        </Button>
      </Form>
      <div className={classes.links}>
        <span>
          已有账号？<Link to={paths.login() + search}>直接登录</Link>
        </span>
      </div>
    </DoorLayout>
  )
}
