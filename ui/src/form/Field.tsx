import { type ReactNode, useId } from 'react'
import classes from './form.module.css'

export interface FieldIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  required?: boolean
  /** True when the input stands before its label on the same line. */
  inline?: boolean
  children: (ids: FieldIds) => ReactNode
}

export function Field(props: FieldProps) {
  const { label, hint, problem, required = false, inline = false, children } = props
  const id = useId()
  const words = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  const input = children({
    id,
    'aria-describedby': words || undefined,
    'aria-invalid': problem ? true : undefined,
    'aria-required': required || undefined,
  })
  return (
    <div className={classes.field}>
      {inline ? (
        <label htmlFor={id} className={classes.inline}>
          {input}
          {label}
        </label>
      ) : (
        <>
          <span>
            <label htmlFor={id}>{label}</label>
            {required && <RequiredMark />}
          </span>
          {input}
        </>
      )}
      {hint && (
        <div id={`${id}-hint`} className={classes.hint}>
          {hint}
        </div>
      )}
      <div id={`${id}-problem`} className={classes.problem} role="status">
        {problem}
      </div>
    </div>
  )
}

export function RequiredMark() {
  return (
    <span className={classes.required} aria-hidden="true">
      *
    </span>
  )
}

export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      <div>{children}</div>
    </fieldset>
  )
}
