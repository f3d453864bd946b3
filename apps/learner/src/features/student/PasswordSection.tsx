import { type StudentProfile, useChangeStudentPassword } from '@ce/client/student.ts'
import { digestPassword } from '@ce/contract/password'
import { buttonClass } from '@ce/ui/Button.tsx'
import { FieldGroup } from '@ce/ui/form/Field.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField } from '@ce/ui/form/inputs.tsx'
import { showNotice } from '@ce/ui/notices.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { useFields } from '../../form/use-fields.ts'
import { paths } from '../../paths.ts'
import { NewPasswordField, newPasswordCheck, repeatedPasswordCheck } from './NewPasswordField.tsx'

const empty = { oldPassword: '', newPassword: '', repeated: '' }
const newOf = newPasswordCheck('新密码')
const repeatedOf = repeatedPasswordCheck('新密码')

/** A new password ends the sessions on other devices. */
export function PasswordSection({ profile }: { profile: StudentProfile }) {
  // Values that the new password must avoid; the profile shows them only masked (docs/rules/accounts.md#passwords).
  const person = { phone: profile.phoneMasked, idNo: profile.idNoMasked }
  const modify = useChangeStudentPassword()
  const [changed, setChanged] = useState(false)
  const fields = useFields(empty, {
    oldPassword: (password) => (password === '' ? '请输入原密码' : null),
    newPassword: (password) => newOf(password, person),
    repeated: (repeated, { newPassword }) => repeatedOf(repeated, newPassword),
  })
  const submit = async ({ oldPassword, newPassword }: typeof empty) => {
    await modify.mutateAsync({
      oldPassword: digestPassword(oldPassword),
      newPassword: digestPassword(newPassword),
    })
    for (const name of ['oldPassword', 'newPassword', 'repeated'] as const) fields.set(name, '')
    setChanged(true)
    showNotice({ kind: 'success', title: '密码已修改', text: '其他设备上的登录已失效。' })
  }
  return (
    <>
      <FieldsForm fields={fields} action="修改密码" submit={submit}>
        <FieldGroup title="修改密码">
          <PasswordField of={fields} name="oldPassword" label="原密码" required autoComplete="current-password" />
          <p className={card.quiet}>修改之后，其他设备上的登录会失效，需要用新密码重新登录。</p>
          <NewPasswordField of={fields} name="newPassword" label="新密码" required person={person} />
          <PasswordField of={fields} name="repeated" label="再次输入新密码" required autoComplete="new-password" />
        </FieldGroup>
      </FieldsForm>
      {/* Shown to a student who came here to replace an initial password. */}
      {changed && (
        <p>
          <Link className={buttonClass('quiet')} to={paths.dashboard()}>
            去工作台
          </Link>
        </p>
      )}
    </>
  )
}
