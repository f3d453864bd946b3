import type { ReactNode } from 'react'
import { Field } from './Field.tsx'
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
