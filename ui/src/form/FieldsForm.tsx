import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { ConfirmDialog, useDialogLossQuestion } from '../Dialog.tsx'
import { useLeaveConfirmation } from '../leaving.ts'
import { sendEarlySubmit } from './early-submit.ts'
import classes from './form.module.css'
import type { StoredFormDraft } from './use-draft.ts'
import type { FormFields, FormValues } from './use-fields.ts'

interface FieldsFormProps<All extends FormValues> {
  fields: FormFields<All>
  action: string
  /** True when the action cannot be undone. */
  danger?: boolean
  /** Sends the form. False means that nothing was sent. */
  submit: (values: All) => Promise<unknown>
  children: ReactNode
  /** Progress that is shown above the button while sending. */
  progress?: ReactNode
  /** Saves an incomplete form on the server. */
  draft?: { action: string; save: (values: All) => Promise<unknown> }
  /** Text about what a draft cannot store, such as chosen files. */
  loss?: string | null
}

const cannotKeep = '本机不能保存草稿，离开后已填写的内容会丢失。'

/** A form that checks its fields, sends once, and stores a draft. */
export function FieldsForm<All extends FormValues>(props: FieldsFormProps<All>) {
  const { fields, action, danger = false, submit, children, progress, draft, loss = null } = props
  const [busy, setBusy] = useState<'send' | 'keep' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { form } = fields
  useEffect(() => sendEarlySubmit(form.current), [form])
  useLoss(fields.draft.state === 'LOST' ? cannotKeep : loss)
  const run = async (what: 'send' | 'keep', work: (values: All) => Promise<unknown>) => {
    setProblem(null)
    if (what === 'send' && !fields.check()) return
    setBusy(what)
    try {
      await fields.draft.finish(() => work(fields.values))
    } catch (error) {
      setProblem(fields.refuse(error))
    } finally {
      setBusy(null)
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void run('send', submit)
  }
  return (
    // The method is POST, so that a form sent before its script runs keeps its values out of the address.
    <form ref={form} className={classes.form} method="post" noValidate onSubmit={send}>
      <Problems fields={fields} above={problem} />
      <Restored draft={fields.draft} />
      {children}
      {progress}
      <div className={classes.actions}>
        <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy === 'send'}>
          {action}
        </Button>
        {draft && (
          <Button kind="quiet" busy={busy === 'keep'} onClick={() => !busy && run('keep', draft.save)}>
            {draft.action}
          </Button>
        )}
      </div>
      {fields.draft.wanted && <Kept draft={fields.draft} />}
    </form>
  )
}

function useLoss(loss: string | null): void {
  useDialogLossQuestion(() => loss)
  useLeaveConfirmation(() =>
    loss === null ? null : { title: '离开此页？', text: loss, stay: '继续填写', leave: '离开' },
  )
}

/** Lists problems after a failed check and takes the focus. */
function Problems<All extends FormValues>({ fields, above }: { fields: FormFields<All>; above: string | null }) {
  const { listed, problems, focus } = fields
  const box = useRef<HTMLDivElement>(null)
  const several = listed.length > 0
  useEffect(() => {
    if (!above && !several) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [above, several])
  return (
    <div role="alert">
      {(above || several) && (
        <div ref={box} tabIndex={-1} className={classes.refusal}>
          {above && <p>{above}</p>}
          {several && (
            <>
              <p>有 {listed.length} 处需要改正：</p>
              <ul>
                {listed.map(({ name, label }) => (
                  <li key={name}>
                    <button type="button" onClick={() => focus(name)}>
                      {label || problems[name]}
                    </button>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </div>
  )
}

const asTime = (at: number) =>
  new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'Asia/Shanghai',
  }).format(at)

function Restored({ draft }: { draft: StoredFormDraft }) {
  if (draft.restoredAt === null) return null
  return (
    <div className={classes.restored}>
      <p role="status">已恢复 {asTime(draft.restoredAt)} 保存在本机的草稿。</p>
      <Discard draft={draft} />
    </div>
  )
}

/** The note about the draft stands below the button, so that nothing moves during typing. */
function Kept({ draft }: { draft: StoredFormDraft }) {
  return (
    <div className={classes.kept}>
      <p role="status">
        {draft.state === 'KEPT' && '已在本机保存草稿'}
        {draft.state === 'LOST' && cannotKeep}
      </p>
      {draft.state === 'KEPT' && draft.restoredAt === null && <Discard draft={draft} />}
    </div>
  )
}

const discardWords = {
  title: '放弃草稿？',
  text: '本机保存的草稿将被删除，表单恢复到填写之前的内容。',
  ok: '放弃草稿',
  cancel: '继续填写',
}

function Discard({ draft }: { draft: StoredFormDraft }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button kind="text" onClick={() => setAsking(true)}>
        放弃草稿
      </Button>
      <ConfirmDialog open={asking} words={discardWords} danger onOk={draft.discard} onClose={() => setAsking(false)} />
    </>
  )
}
