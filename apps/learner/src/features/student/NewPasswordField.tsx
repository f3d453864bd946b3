import { PasswordRules, passwordsDifferText } from '@ce/client/components/PasswordRules.tsx'
import { checkPasswordRules, passwordProblem } from '@ce/contract/password'
import { fieldText, PasswordField, type TextFieldName } from '@ce/ui/form/inputs.tsx'
import type { FormFields, FormValues } from '@ce/ui/form/use-fields.ts'

type Person = Parameters<typeof checkPasswordRules>[1]

interface NewPasswordFieldProps<All extends FormValues> {
  of: FormFields<All>
  name: TextFieldName<All>
  label: string
  required?: boolean
  person?: Person
}

export function NewPasswordField<All extends FormValues>(props: NewPasswordFieldProps<All>) {
  const { of, name, label, required, person } = props
  const password = fieldText(of, name)
  return (
    <PasswordField
      of={of}
      name={name}
      label={label}
      required={required}
      autoComplete="new-password"
      hint={<PasswordRules met={password !== ''} rules={checkPasswordRules(password, person)} />}
    />
  )
}

export function newPasswordCheck(label: string) {
  return (password: string, person?: Person) => (password === '' ? `请输入${label}` : passwordProblem(password, person))
}

export function repeatedPasswordCheck(label: string) {
  return (repeated: string, password: string) => {
    if (repeated === '') return `请再次输入${label}`
    return repeated === password ? null : passwordsDifferText
  }
}
