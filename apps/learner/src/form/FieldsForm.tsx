import { Button } from '@ce/ui/Button.tsx'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './form.module.css'
import type { Fields, Values } from './use-fields.ts'

interface FieldsFormProps<All extends Values> {
  fields: Fields<All>
  /** what its button says */
  action: string
  /** it cannot be undone */
  danger?: boolean
  /** sends it; what it throws is shown, beside the fields it names */
  submit: (values: All) => Promise<void>
  children: ReactNode
  /** while it is sent, above the button */
  progress?: ReactNode
  /** keeps what is there, whole or not */
  draft?: { action: string; save: (values: All) => Promise<void> }
}

/** A form with one button: it checks, sends once, and says beside each field what is wrong with it. */
export function FieldsForm<All extends Values>(props: FieldsFormProps<All>) {
  const { fields, action, danger = false, submit, children, progress, draft } = props
  const [busy, setBusy] = useState<'send' | 'keep' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const refusal = useRef<HTMLDivElement>(null)
  // the button stands below a long form: why it did nothing must be seen
  useEffect(() => {
    if (problem) refusal.current?.scrollIntoView({ block: 'center' })
  }, [problem])
  const run = async (what: 'send' | 'keep', work: (values: All) => Promise<void>) => {
    setProblem(null)
    if (what === 'send' && !fields.check()) return
    setBusy(what)
    try {
      await work(fields.values)
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
    <form ref={fields.form} className={classes.form} noValidate onSubmit={send}>
      <div ref={refusal} role="alert">
        {problem && <p className={classes.refusal}>{problem}</p>}
      </div>
      {children}
      {progress}
      <Button type="submit" kind={danger ? 'danger' : 'primary'} busy={busy === 'send'}>
        {action}
      </Button>
      {draft && (
        <Button
          kind="quiet"
          busy={busy === 'keep'}
          onClick={() => !busy && run('keep', draft.save)}
        >
          {draft.action}
        </Button>
      )}
    </form>
  )
}
