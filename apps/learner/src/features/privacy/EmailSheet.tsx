import { oneTimeCode, sixDigits } from '@ce/client/one-time-code.ts'
import { withoutSpaces } from '@ce/client/typed-text.ts'
import { messageAgreeEmailLimits } from '@ce/contract/learner-limits'
import { emailRule } from '@ce/contract/person'
import { Button } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { all, matches, needed } from '@ce/ui/form/checks.ts'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import form from '@ce/ui/form/form.module.css'
import { TextField } from '@ce/ui/form/inputs.tsx'
import { useState } from 'react'
import { useFields } from '../../form/use-fields.ts'
import { useEmailConsent } from '../message/use-email-consent.ts'
import { outsideWords } from '../message/words.ts'

/** An address, and the code that was sent there. */
export function EmailSheet({ onClose }: { onClose: () => void }) {
  const fields = useFields(
    { email: '', code: '' },
    {
      email: all(needed('请填写邮箱'), matches(emailRule)),
      code: all(needed('请填写验证码'), matches(sixDigits('验证码'))),
    },
    { draft: 'email consent', limits: { email: messageAgreeEmailLimits.email }, notKept: ['code'] },
  )
  const [unsent, setUnsent] = useState<string | null>(null)
  const { code, agree } = useEmailConsent()
  const { email } = fields.values
  const sendCode = async () => {
    setUnsent(null)
    await code.send(email).catch((error: unknown) => setUnsent(fields.refuse(error)))
  }
  return (
    <Dialog form open title={outsideWords.email} onClose={onClose}>
      <FieldsForm
        fields={fields}
        action={outsideWords.agree}
        submit={async (values) => {
          setUnsent(null)
          await agree(values)
          onClose()
        }}
      >
        <p>{outsideWords.emailExplained}</p>
        <TextField
          of={fields}
          name="email"
          label="邮箱"
          required
          type="email"
          autoComplete="email"
          normalize={withoutSpaces}
        />
        <div role="alert">{unsent && <p className={form.refusal}>{unsent}</p>}</div>
        <Button
          kind="quiet"
          busy={code.busy}
          disabled={!code.possible(email)}
          onClick={() => void sendCode()}
        >
          {code.text}
        </Button>
        <TextField
          of={fields}
          name="code"
          label="验证码"
          required
          hint={outsideWords.codeHint}
          {...oneTimeCode}
          normalize={withoutSpaces}
        />
      </FieldsForm>
    </Dialog>
  )
}
