import { passwordRules } from '@ce/contract/password'
import { NewPassword } from '@ce/frame/NewPassword.tsx'
import { Form } from 'antd'

interface NewPasswordFieldsProps {
  /** the field's name in the form */
  name: string
  label: string
  /** whose it is; without one, the phone and ID number of the same form say it */
  person?: Parameters<typeof passwordRules>[1]
}

/** A learner's new password: the rules know the phone and ID number (product §4 Identity). */
export function NewPasswordFields({ name, label, person }: NewPasswordFieldsProps) {
  const phone: string | undefined = Form.useWatch('phone')
  const idNo: string | undefined = Form.useWatch('idNo')
  return (
    <NewPassword
      name={name}
      label={label}
      maxLength={40}
      dependencies={['phone', 'idNo']}
      rulesOf={(password) => passwordRules(password, person ?? { phone, idNo })}
    />
  )
}
