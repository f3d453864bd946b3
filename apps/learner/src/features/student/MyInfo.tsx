import { Facts } from '@ce/client/components/Facts.tsx'
import { formatDate } from '@ce/client/format.ts'
import { type Profile, useModify } from '@ce/client/student.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { idTypeNames } from '@ce/contract/id-paper'
import { studentModifyLimits } from '@ce/contract/learner-limits'
import { digestPassword } from '@ce/contract/password'
import { phoneRule } from '@ce/contract/person'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { all, matches, needed } from '@ce/ui/form/checks.ts'
import { Group } from '@ce/ui/form/Field.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField, TextField } from '@ce/ui/form/inputs.tsx'
import type { Check } from '@ce/ui/form/use-fields.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import card from '../../components/card.module.css'
import { useFields } from '../../form/use-fields.ts'
import { paths } from '../../paths.ts'
import { UnprintableNote } from '../certification_grant/WaitingNote.tsx'
import { AvatarPart } from './AvatarPart.tsx'
import { PersonField, problemOf } from './PersonField.tsx'
import { type InfoTexts, infoChange, infoFields, infoTexts } from './person-fields.ts'
import classes from './profile.module.css'

/** The picture, what only staff may change and why, and the fields of one's own. */
export function MyInfo({ profile }: { profile: Profile }) {
  return (
    <div className={classes.info}>
      <section className={card.card} aria-label="账号信息">
        <AvatarPart profile={profile} />
        <Facts
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
        <UnprintableNote profile={profile} />
      </section>
      <InfoForm profile={profile} />
    </div>
  )
}

const infoChecks: { [Name in keyof InfoTexts]?: Check<InfoTexts, Name> } = Object.fromEntries(
  infoFields.map((field) => [field.name, (typed: string) => problemOf(field, typed)]),
)

/** Only what differs from what the form began with is sent: what another device has changed meanwhile stays. */
function InfoForm({ profile }: { profile: Profile }) {
  const modify = useModify()
  const began = useRef(infoTexts(profile))
  const fields = useFields<InfoTexts>(began.current, infoChecks, {
    draft: 'profile',
    limits: studentModifyLimits,
  })
  const submit = async (texts: InfoTexts) => {
    const change = infoChange(began.current, texts)
    if (Object.keys(change).length === 0) {
      showNotice({ title: '没有需要保存的修改' })
      return false
    }
    const saved = infoTexts(await modify.mutateAsync(change))
    began.current = saved
    for (const { name } of infoFields) fields.set(name, saved[name])
    showNotice({ kind: 'success', title: '已保存' })
  }
  return (
    <FieldsForm fields={fields} action="保存" submit={submit}>
      <Group title="个人资料">
        {infoFields.map((field) => (
          <PersonField key={field.name} of={fields} field={field} />
        ))}
      </Group>
    </FieldsForm>
  )
}

/** A new phone is a new way to sign in: it needs the password (product §3 modify). */
function ChangePhone() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        kind="quiet"
        className={classes.phone}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        修改手机号
      </Button>
      <Dialog form open={open} title="修改手机号" onClose={close}>
        <PhoneForm onSaved={close} />
      </Dialog>
    </>
  )
}

function PhoneForm({ onSaved }: { onSaved: () => void }) {
  const modify = useModify()
  const fields = useFields(
    { phone: '', password: '' },
    {
      phone: all(needed('请输入手机号'), matches(phoneRule)),
      password: (password) => (password === '' ? '请输入登录密码' : null),
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
      <PasswordField
        of={fields}
        name="password"
        label="登录密码"
        required
        autoComplete="current-password"
      />
    </FieldsForm>
  )
}
