import { type ReactNode, useId } from 'react'
import classes from './form.module.css'

/** What ties an input to its label and its words. */
export interface FieldIds {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

interface FieldProps {
  label: string
  hint?: ReactNode
  problem?: string | undefined
  children: (ids: FieldIds) => ReactNode
}

/** A labelled field with its hint and what is wrong with it, right below it. */
export function Field({ label, hint, problem, children }: FieldProps) {
  const id = useId()
  const words = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': words || undefined,
        'aria-invalid': problem ? true : undefined,
      })}
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
