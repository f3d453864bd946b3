import { passwordProblem, passwordRules } from '@ce/contract/password'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { Form } from 'antd'
import { PasswordInput } from '../../components/PasswordInput.tsx'
import classes from './RegisterPage.module.css'

interface NewPasswordFieldsProps {
  /** the field's name in the form; its repetition is called `repeated` */
  name: string
  label: string
}

/** A new password twice, with the rules ticking off as it is typed (product §4 Identity). */
export function NewPasswordFields({ name, label }: NewPasswordFieldsProps) {
  const form = Form.useFormInstance()
  const password: string = Form.useWatch(name) ?? ''
  const phone: string | undefined = Form.useWatch('phone')
  const idNo: string | undefined = Form.useWatch('idNo')
  const check = async (_rule: unknown, value: string | undefined) => {
    const problem = value ? passwordProblem(value, { phone, idNo }) : null
    if (problem) throw new Error(problem)
  }
  const same = async (_rule: unknown, value: string | undefined) => {
    if (value && value !== form.getFieldValue(name)) throw new Error('两次输入的密码不一致')
  }
  return (
    <>
      <Form.Item
        name={name}
        label={label}
        dependencies={['phone', 'idNo']}
        rules={[{ required: true, message: `请输入${label}` }, { validator: check }]}
        validateTrigger="onBlur"
        extra={<PasswordRules password={password} person={{ phone, idNo }} />}
      >
        <PasswordInput autoComplete="new-password" maxLength={40} />
      </Form.Item>
      <Form.Item
        name="repeated"
        label={`再次输入${label}`}
        dependencies={[name]}
        rules={[{ required: true, message: `请再次输入${label}` }, { validator: same }]}
        validateTrigger="onBlur"
      >
        <PasswordInput autoComplete="new-password" maxLength={40} />
      </Form.Item>
    </>
  )
}

interface PasswordRulesProps {
  password: string
  person: Parameters<typeof passwordRules>[1]
}

/** The rules, each with its state in an icon and in words. */
function PasswordRules({ password, person }: PasswordRulesProps) {
  return (
    <ul className={classes.rules} aria-label="密码要求">
      {passwordRules(password, person).map(({ rule, met }) => (
        <li key={rule}>
          <StatusMark kind={met && password ? 'done' : 'todo'}>
            <span>
              {rule}
              <span className="visually-hidden">{met && password ? '，已满足' : '，未满足'}</span>
            </span>
          </StatusMark>
        </li>
      ))}
    </ul>
  )
}
