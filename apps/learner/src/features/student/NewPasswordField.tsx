import { PasswordRules, passwordsDiffer } from '@ce/client/components/PasswordRules.tsx'
import { passwordProblem, passwordRules } from '@ce/contract/password'
import { PasswordField, type Texts, textOf } from '@ce/ui/form/inputs.tsx'
import type { Fields, Values } from '@ce/ui/form/use-fields.ts'

/** What of a person a password must not contain; what is not known is not judged. */
type Person = Parameters<typeof passwordRules>[1]

interface NewPasswordFieldProps<All extends Values> {
  of: Fields<All>
  name: Texts<All>
  label: string
  required?: boolean
  person?: Person
}

/** A new password, with the rules ticking off as it is typed. */
export function NewPasswordField<All extends Values>(props: NewPasswordFieldProps<All>) {
  const { of, name, label, required, person } = props
  const password = textOf(of, name)
  return (
    <PasswordField
      of={of}
      name={name}
      label={label}
      required={required}
      autoComplete="new-password"
      hint={<PasswordRules met={password !== ''} rules={passwordRules(password, person)} />}
    />
  )
}

/** The first rule a new password breaks. */
export function newPasswordCheck(label: string) {
  return (password: string, person?: Person) =>
    password === '' ? `请输入${label}` : passwordProblem(password, person)
}

/** Whether the second typing is the first. */
export function repeatedCheck(label: string) {
  return (repeated: string, password: string) => {
    if (repeated === '') return `请再次输入${label}`
    return repeated === password ? null : passwordsDiffer
  }
}
