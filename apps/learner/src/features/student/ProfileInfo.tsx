import { DefinitionList } from '@ce/client/components/DefinitionList.tsx'
import { formatDate } from '@ce/client/format.ts'
import { type StudentProfile, useUpdateProfile } from '@ce/client/student.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { studentModifyLimits } from '@ce/contract/generated/learner-limits'
import { idTypeNames } from '@ce/contract/id-paper'
import { digestPassword } from '@ce/contract/password'
import { phoneRule } from '@ce/contract/person'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { firstProblem, matchesRule, notBlank } from '@ce/ui/form/checks.ts'
import { FieldGroup } from '@ce/ui/form/Field.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField, TextField } from '@ce/ui/form/inputs.tsx'
import type { FieldCheck } from '@ce/ui/form/use-fields.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { ownPasswordField, ownPasswordProblem } from '../../form/own-password.ts'
import { useFields } from '../../form/use-fields.ts'
import { paths } from '../../paths.ts'
import { UnprintableCharactersNote } from '../certification_grant/WaitingNote.tsx'
import { AvatarSection } from './AvatarSection.tsx'
import { PersonField, personFieldProblem } from './PersonField.tsx'
import { type ProfileTexts, profileChangesOf, profileFields, toProfileTexts } from './person-fields.ts'
import classes from './profile.module.css'

export function ProfileInfo({ profile }: { profile: StudentProfile }) {
  return (
    <div className={classes.info}>
      <section className={card.card} aria-label="账号信息">
        <AvatarSection profile={profile} />
        <DefinitionList
          className={classes.fixed}
          facts={[
            ['姓名', profile.name],
            [idTypeNames[profile.idType], profile.idNoMasked],
            ['资格证书编号', profile.certificateNo],
            ['手机号', profile.phoneMasked],
            ['出生日期', profile.birthDate ?? '—'],
            ['注册日期', formatDate(profile.createdAt)],
          ]}
        />
        <ChangePhone />
        <p className={card.quiet}>
          {profile.nameLocked
            ? '您的报名已生效，姓名与证件号已锁定，与学时证明保持一致；如有误请'
            : '姓名、证件号和资格证书编号会印在学时证明上，不能自行修改；如有误请'}
          <Link to={paths.privacy()}>申请更正</Link>。
        </p>
        <UnprintableCharactersNote profile={profile} />
      </section>
      <InfoForm profile={profile} />
    </div>
  )
}

const infoChecks: { [Name in keyof ProfileTexts]?: FieldCheck<ProfileTexts, Name> } = Object.fromEntries(
  profileFields.map((field) => [field.name, (typed: string) => personFieldProblem(field, typed)]),
)

/** Sends only changed fields, so that changes from another device are kept. */
function InfoForm({ profile }: { profile: StudentProfile }) {
  const modify = useUpdateProfile()
  const began = useRef(toProfileTexts(profile))
  const fields = useFields<ProfileTexts>(began.current, infoChecks, {
    draft: 'profile',
    limits: studentModifyLimits,
  })
  const submit = async (texts: ProfileTexts) => {
    const change = profileChangesOf(began.current, texts)
    if (Object.keys(change).length === 0) {
      showNotice({ title: '没有需要保存的修改' })
      return false
    }
    const saved = toProfileTexts(await modify.mutateAsync(change))
    began.current = saved
    for (const { name } of profileFields) fields.set(name, saved[name])
    showNotice({ kind: 'success', title: '已保存' })
  }
  return (
    <FieldsForm fields={fields} action="保存" submit={submit}>
      <FieldGroup title="个人资料">
        {profileFields.map((field) => (
          <PersonField key={field.name} of={fields} field={field} />
        ))}
      </FieldGroup>
    </FieldsForm>
  )
}

/**
 * Changes the phone, which is a sign-in name and so needs the password (docs/rules/accounts.md#changing-who-one-is).
 */
function ChangePhone() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button kind="quiet" className={classes.phone} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        修改手机号
      </Button>
      <Dialog form open={open} title="修改手机号" onClose={close}>
        <PhoneForm onSaved={close} />
      </Dialog>
    </>
  )
}

function PhoneForm({ onSaved }: { onSaved: () => void }) {
  const modify = useUpdateProfile()
  const fields = useFields(
    { phone: '', password: '' },
    {
      phone: firstProblem(notBlank('请输入手机号'), matchesRule(phoneRule)),
      password: ownPasswordProblem,
    },
    { draft: 'phone', limits: { phone: studentModifyLimits.phone } },
  )
  const submit = async ({ phone, password }: typeof fields.values) => {
    await modify.mutateAsync({ phone: phone.trim(), password: digestPassword(password) })
    showNotice({ kind: 'success', title: '手机号已更新', text: '下次请用新手机号登录。' })
    onSaved()
  }
  return (
    <FieldsForm fields={fields} action="确认修改" submit={submit}>
      <TextField
        of={fields}
        name="phone"
        label="新手机号"
        required
        normalize={withoutSpaces}
        autoComplete="tel"
        inputMode="numeric"
      />
      <PasswordField of={fields} {...ownPasswordField} />
    </FieldsForm>
  )
}
