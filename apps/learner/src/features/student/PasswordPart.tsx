import type { Profile } from '@ce/client/student.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField } from '@ce/ui/form/inputs.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { NewPasswordField, newPasswordCheck, repeatedCheck } from '../../form/NewPasswordField.tsx'
import { useFields } from '../../form/use-fields.ts'
import { paths } from '../../paths.ts'
import { neededWords } from './needed-words.ts'
import { passwordOwner, toWorkbench, useSavePassword } from './use-account.ts'

const empty = { oldPassword: '', newPassword: '', repeated: '' }
const newOf = newPasswordCheck('新密码')
const repeatedOf = repeatedCheck('新密码')

/** The password; sessions on other devices end with it. */
export function PasswordPart({ profile }: { profile: Profile }) {
  const person = passwordOwner(profile)
  const savePassword = useSavePassword()
  const [changed, setChanged] = useState(false)
  const fields = useFields(empty, {
    oldPassword: (password) => (password === '' ? neededWords.oldPassword : null),
    newPassword: (password) => newOf(password, person),
    repeated: (repeated, { newPassword }) => repeatedOf(repeated, newPassword),
  })
  const submit = async (values: typeof empty) => {
    await savePassword(values)
    for (const name of ['oldPassword', 'newPassword', 'repeated'] as const) fields.set(name, '')
    setChanged(true)
  }
  return (
    <section className={card.card} aria-label="修改密码">
      <FieldsForm fields={fields} action="修改密码" submit={submit}>
        <PasswordField
          of={fields}
          name="oldPassword"
          label="原密码"
          required
          autoComplete="current-password"
        />
        <NewPasswordField of={fields} name="newPassword" label="新密码" required person={person} />
        <PasswordField
          of={fields}
          name="repeated"
          label="再次输入新密码"
          required
          autoComplete="new-password"
        />
      </FieldsForm>
      {changed && (
        <Link className={buttonClass('quiet')} to={paths.dashboard()}>
          {toWorkbench}
        </Link>
      )}
    </section>
  )
}
