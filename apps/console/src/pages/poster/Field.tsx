import { type ReactNode, useId } from 'react'
import classes from './Editor.module.css'

interface FieldProps {
  label: string
  hint?: string
  required?: boolean
  children: (props: { id: string; 'aria-describedby': string | undefined }) => ReactNode
}

export function LabelledField({ label, hint, required = false, children }: FieldProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className={classes.required} aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {children({ id, 'aria-describedby': hintId })}
      {hint && (
        <p id={hintId} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

export function LabelledFieldGroup({
  label,
  hint,
  children,
}: Omit<FieldProps, 'children' | 'required'> & { children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out as the other labels are
    <div className={classes.field} role="group" aria-labelledby={id}>
      <span id={id} className={classes.label}>
        {label}
      </span>
      {children}
      {hint && <p className={classes.hint}>{hint}</p>}
    </div>
  )
}
