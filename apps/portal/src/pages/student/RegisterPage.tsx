import { siteInfoQuery } from '@ce/client/first_page.ts'
import { useRegister, withChallenge } from '@ce/client/student.ts'
import { showInForm } from '@ce/frame/form-refusal.ts'
import { ChallengeProgress } from '@ce/frame/student/ChallengeProgress.tsx'
import { redirectTarget } from '@ce/frame/student/redirect.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import { AgreementField } from './AgreementField.tsx'
import { DoorLayout } from './DoorLayout.tsx'
import classes from './LoginPage.module.css'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { PersonFields } from './PersonFields.tsx'
import { isOutdatedAgreement, type RegisterFields, registration } from './registration.ts'

export function RegisterPage() {
  const [form] = Form.useForm<RegisterFields>()
  const { data: site } = useQuery(siteInfoQuery())
  const client = useQueryClient()
  const register = useRegister()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [solved, setSolved] = useState<number | null>(null)
  const { search } = useLocation()
  const navigate = useNavigate()

  const submit = async (fields: RegisterFields) => {
    if (!site) return setProblem('用户协议还没有加载，请检查网络后重试')
    setProblem(null)
    setBusy(true)
    const input = registration(fields, site.agreementVersion)
    try {
      await withChallenge((challenge) => register.mutateAsync({ ...input, challenge }), setSolved)
      await navigate(redirectTarget(search, location.origin, paths), { replace: true })
    } catch (error) {
      if (isOutdatedAgreement(error)) {
        // the new text has to be read and ticked anew
        form.setFieldsValue({ agreed: false })
        await client.invalidateQueries({ queryKey: siteInfoQuery().queryKey })
      }
      setProblem(showInForm(form, error))
    } finally {
      setBusy(false)
      setSolved(null)
    }
  }

  return (
    <DoorLayout wide>
      <h1>学员注册</h1>
      <Form
        form={form}
        layout="vertical"
        onFinish={submit}
        scrollToFirstError={{ focus: true }}
        initialValues={{ idType: 'ID_CARD', titleCode: 0, agreed: false }}
      >
        <PersonFields />
        <NewPasswordFields name="password" label="密码" />
        <AgreementField site={site} />
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
