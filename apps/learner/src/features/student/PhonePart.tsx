import { withoutSpaces } from '@ce/client/typed-text.ts'
import { studentModifyLimits } from '@ce/contract/learner-limits'
import { phoneRule } from '@ce/contract/person'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { all, matches, needed } from '@ce/ui/form/checks.ts'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField, TextField } from '@ce/ui/form/inputs.tsx'
import { useState } from 'react'
import { useFields } from '../../form/use-fields.ts'
import { neededWords } from './needed-words.ts'
import { useSavePhone } from './use-account.ts'

/** The way to another phone number. */
export function PhonePart() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        修改手机号
      </Button>
      <Dialog form open={open} title="修改手机号" onClose={close}>
        <PhoneForm onSaved={close} />
      </Dialog>
    </>
  )
}

function PhoneForm({ onSaved }: { onSaved: () => void }) {
  const savePhone = useSavePhone()
  const fields = useFields(
    { phone: '', password: '' },
    {
      phone: all(needed(neededWords.phone), matches(phoneRule)),
      password: (password) => (password === '' ? neededWords.password : null),
    },
    { draft: 'phone', limits: { phone: studentModifyLimits.phone } },
  )
  const submit = async (values: typeof fields.values) => {
    await savePhone(values)
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
