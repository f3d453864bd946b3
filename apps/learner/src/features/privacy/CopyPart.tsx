import { Loaded } from '@ce/client/components/Loaded.tsx'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { FieldsForm } from '@ce/ui/form/FieldsForm.tsx'
import { PasswordField } from '@ce/ui/form/inputs.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { useFields } from '../../form/use-fields.ts'
import { CopyList, useCopies } from './CopyList.tsx'
import { passwordNeeded } from './password-needed.ts'
import { rowLook } from './phone-row-look.ts'
import { useCopyRequest } from './use-requests.ts'
import { copiesLeft, copyWords } from './words.ts'

/** A copy of everything that is kept. */
export function CopyPart() {
  const { query, mayAsk } = useCopies()
  const [asking, setAsking] = useState(false)
  return (
    <section className={card.card} aria-labelledby="copy">
      <h2 id="copy">{copyWords.heading}</h2>
      <p>{copyWords.explained}</p>
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {({ list, left }) => (
          <>
            <CopyList
              list={list}
              look={rowLook}
              link={(props) => <a className={buttonClass('quiet')} download {...props} />}
            />
            <Button disabled={!mayAsk} onClick={() => setAsking(true)}>
              申请副本
            </Button>
            <p className={card.quiet}>{copiesLeft(left)}</p>
          </>
        )}
      </Loaded>
      {asking && <CopySheet onClose={() => setAsking(false)} />}
    </section>
  )
}

function CopySheet({ onClose }: { onClose: () => void }) {
  const ask = useCopyRequest()
  const fields = useFields({ password: '' }, { password: passwordNeeded })
  const send = async ({ password }: typeof fields.values) => {
    await ask(password)
    onClose()
  }
  return (
    <Dialog form open title={copyWords.title} onClose={onClose}>
      <FieldsForm fields={fields} action="申请" submit={send}>
        <p>{copyWords.warning}</p>
        <PasswordField
          of={fields}
          name="password"
          label="登录密码"
          required
          autoComplete="current-password"
        />
      </FieldsForm>
    </Dialog>
  )
}
