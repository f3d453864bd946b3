import { formatBytes, formatDateTime } from '@ce/client/format.ts'
import { type DataCopy, exportsQuery } from '@ce/client/privacy.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { useRefocus } from '@ce/frame/refocus.ts'
import { useCopyRequest } from '@ce/frame/student/privacy/use-requests.ts'
import { copiesLeft, copyStates, copyTimes, copyWords } from '@ce/frame/student/privacy/words.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dated } from '@ce/ui/Dated.tsx'
import { Sheet } from '@ce/ui/Sheet.tsx'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import card from '../../components/card.module.css'
import { FieldsForm } from '../../form/FieldsForm.tsx'
import { PasswordField } from '../../form/inputs.tsx'
import { useFields } from '../../form/use-fields.ts'
import classes from './Privacy.module.css'
import { passwordNeeded } from './password-needed.ts'

/** A copy of everything that is kept. */
export function CopyPart() {
  const query = useQuery(exportsQuery())
  const [asking, setAsking] = useState(false)
  return (
    <section className={card.card} aria-labelledby="copy">
      <h2 id="copy">{copyWords.heading}</h2>
      <p>{copyWords.explained}</p>
      <Loaded query={query} skeleton={<Skeleton shape={['line', 'line']} />}>
        {({ list, left }) => (
          <>
            {list.length > 0 && (
              <ul className={classes.rows} aria-live="polite">
                {list.map((copy) => (
                  <Copy key={copy.id} copy={copy} />
                ))}
              </ul>
            )}
            <Button
              disabled={left === 0 || list.some(({ state }) => state === 'MAKING')}
              onClick={() => setAsking(true)}
            >
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

function Copy({ copy }: { copy: DataCopy }) {
  const { askedAt, size, url } = copy
  const { label, kind } = copyStates[copy.state]
  return (
    <li>
      <div>
        <StatusMark kind={kind}>{label}</StatusMark>
        <p className={card.quiet}>
          <Dated>{copyTimes(copy)}</Dated>
        </p>
      </div>
      {url && (
        <a
          className={buttonClass('quiet')}
          href={url}
          download
          aria-label={`下载 ${formatDateTime(askedAt)} 申请的副本`}
        >
          下载（{formatBytes(size ?? 0)}）
        </a>
      )}
    </li>
  )
}

function CopySheet({ onClose }: { onClose: () => void }) {
  useRefocus()
  const ask = useCopyRequest()
  const fields = useFields({ password: '' }, { password: passwordNeeded })
  const send = async ({ password }: typeof fields.values) => {
    await ask(password)
    onClose()
  }
  return (
    <Sheet open title={copyWords.title} onClose={onClose}>
      <FieldsForm fields={fields} action="申请" submit={send}>
        <p>{copyWords.warning}</p>
        <PasswordField
          of={fields}
          name="password"
          label="登录密码"
          autoComplete="current-password"
        />
      </FieldsForm>
    </Sheet>
  )
}
