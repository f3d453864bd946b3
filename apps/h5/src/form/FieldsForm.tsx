import { Button } from '@ce/ui/Button.tsx'
import { type FormEvent, type ReactNode, useState } from 'react'
import classes from './form.module.css'
import type { Fields, Values } from './use-fields.ts'

interface FieldsFormProps<All extends Values> {
  fields: Fields<All>
  /** what its button says */
  action: string
  /** sends it; what it throws is shown, beside the fields it names */
  submit: (values: All) => Promise<void>
  children: ReactNode
  /** while it is sent, above the button */
  progress?: ReactNode
}

/** A form with one button: it checks, sends once, and says beside each field what is wrong with it. */
export function FieldsForm<All extends Values>(props: FieldsFormProps<All>) {
  const { fields, action, submit, children, progress } = props
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setProblem(null)
    if (!fields.check()) return
    setBusy(true)
    try {
      await submit(fields.values)
    } catch (error) {
      setProblem(fields.refuse(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={fields.form} className={classes.form} noValidate onSubmit={send}>
      <div role="alert">{problem && <p className={classes.refusal}>{problem}</p>}</div>
      {children}
      {progress}
      <Button type="submit" busy={busy}>
        {action}
      </Button>
    </form>
  )
}
