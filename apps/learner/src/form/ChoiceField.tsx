import { useId } from 'react'
import classes from './form.module.css'
import { RequiredMark } from './RequiredMark.tsx'
import type { Fields, Values } from './use-fields.ts'

interface ChoiceFieldProps<All extends Values, Name extends keyof All & string> {
  of: Fields<All>
  name: Name
  label: string
  /** marked as one that must be chosen */
  required?: boolean
  options: readonly { value: All[Name] & string; label: string; disabled?: boolean }[]
  /** in place of setting the field alone */
  onChoose?: (value: All[Name] & string) => void
}

/** One of a few, all in sight. */
export function ChoiceField<All extends Values, Name extends keyof All & string>(
  props: ChoiceFieldProps<All, Name>,
) {
  const { of, name, label, options, required = false } = props
  const { onChoose = (value) => of.set(name, value) } = props
  const id = useId()
  return (
    <fieldset className={classes.choice} aria-describedby={`${id}-problem`}>
      <legend>
        {label}
        {required && <RequiredMark />}
      </legend>
      <div className={classes.options}>
        {options.map(({ value, label: words, disabled = false }) => (
          <label key={value}>
            <input
              type="radio"
              required={required}
              name={name}
              value={value}
              disabled={disabled}
              checked={of.values[name] === value}
              onChange={() => onChoose(value)}
            />
            {words}
          </label>
        ))}
      </div>
      <div id={`${id}-problem`} className={classes.problem} role="status">
        {of.problems[name]}
      </div>
    </fieldset>
  )
}
