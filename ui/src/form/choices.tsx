import { type ReactNode, useId } from 'react'
import { Field, RequiredMark } from './Field.tsx'
import classes from './form.module.css'
import type { FormFields, FormValues } from './use-fields.ts'

type Ticks<All extends FormValues> = {
  [Name in keyof All]: All[Name] extends boolean ? Name : never
}[keyof All] &
  string

interface CheckFieldProps<All extends FormValues> {
  of: FormFields<All>
  name: Ticks<All>
  label: string
  hint?: ReactNode
}

export function CheckboxField<All extends FormValues>({ of, name, label, hint }: CheckFieldProps<All>) {
  return (
    <Field label={label} hint={hint} problem={of.problems[name]} inline>
      {(ids) => (
        <input
          {...ids}
          type="checkbox"
          name={name}
          className={classes.box}
          checked={of.values[name] === true}
          onChange={({ target }) => of.set(name, asTick<All>(target.checked))}
        />
      )}
    </Field>
  )
}

function asTick<All extends FormValues>(ticked: boolean): All[keyof All] {
  return ticked as All[keyof All]
}

interface ChoiceFieldProps<All extends FormValues, Name extends keyof All & string> {
  of: FormFields<All>
  name: Name
  label: string
  required?: boolean
  options: readonly { value: All[Name] & string; label: string; disabled?: boolean }[]
  /** Called with the chosen value. If given, it must set the field itself. */
  onChoose?: (value: All[Name] & string) => void
}

export function ChoiceField<All extends FormValues, Name extends keyof All & string>(
  props: ChoiceFieldProps<All, Name>,
) {
  const { of, name, label, options, required = false } = props
  const { onChoose = (value) => of.set(name, value) } = props
  const id = useId()
  const problem = of.problems[name]
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
              aria-invalid={problem ? true : undefined}
              checked={of.values[name] === value}
              onChange={() => onChoose(value)}
            />
            {words}
          </label>
        ))}
      </div>
      <div id={`${id}-problem`} className={classes.problem} role="status">
        {problem}
      </div>
    </fieldset>
  )
}
