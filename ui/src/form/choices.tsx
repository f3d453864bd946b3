import { type ReactNode, useId } from 'react'
import { Field, RequiredMark } from './Field.tsx'
import classes from './form.module.css'
import type { Fields, Values } from './use-fields.ts'

type Ticks<All extends Values> = {
  [Name in keyof All]: All[Name] extends boolean ? Name : never
}[keyof All] &
  string

interface CheckFieldProps<All extends Values> {
  of: Fields<All>
  name: Ticks<All>
  label: string
  hint?: ReactNode
}

/** A box to tick; its words are part of the target. */
export function CheckField<All extends Values>({ of, name, label, hint }: CheckFieldProps<All>) {
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

/** A tick is what such a field holds: by its type only names of ticks are given. */
function asTick<All extends Values>(ticked: boolean): All[keyof All] {
  return ticked as All[keyof All]
}

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
