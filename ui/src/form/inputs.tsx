import { typedNumber } from '@ce/contract/typed-number'
import { type InputHTMLAttributes, type ReactNode, useEffect, useState } from 'react'
import { Field } from './Field.tsx'
import classes from './form.module.css'
import type { Fields, Values } from './use-fields.ts'

/** The names of a form's texts. */
export type Texts<All extends Values> = {
  [Name in keyof All]: All[Name] extends string ? Name : never
}[keyof All] &
  string

export interface FieldOf<All extends Values> {
  of: Fields<All>
  name: Texts<All>
  label: string
  hint?: ReactNode
  /** marked, in a form where others may stay empty */
  required?: boolean
}

/** The text a field holds: by its type only names of texts are given. */
export function textOf<All extends Values>({ values }: Fields<All>, name: keyof All): string {
  return String(values[name])
}

/** A text is what such a field may hold. */
export function asValue<All extends Values>(text: string): All[keyof All] {
  return text as All[keyof All]
}

type TextFieldProps<All extends Values> = FieldOf<All> & {
  /** what is made of the text as it is typed */
  normalize?: ((text: string) => string) | undefined
} & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    // a text that is too long is refused in words: `maxLength` would cut off what is pasted
    'name' | 'value' | 'onChange' | 'onBlur' | 'required' | 'maxLength'
  >

/** One line. `normalize` changes what is typed as it is typed; what is wrong is said when it is left. */
export function TextField<All extends Values>(props: TextFieldProps<All>) {
  const { of, name, label, hint, required = false, normalize = (text) => text, ...input } = props
  return (
    <Field label={label} hint={hint} problem={of.problems[name]} required={required}>
      {(ids) => (
        <input
          {...input}
          {...ids}
          name={name}
          className={classes.input}
          value={textOf(of, name)}
          onChange={({ target }) => of.set(name, asValue<All>(normalize(target.value)))}
          onBlur={() => of.leave(name)}
        />
      )}
    </Field>
  )
}

interface NumberFieldProps<All extends Values> extends FieldOf<All> {
  /** what the number counts, behind it */
  unit?: string
  readOnly?: boolean
}

/** A number, as people write it: with wide digits, a unit, commas at thousands. Its limits are a check (`numberWithin`). */
export function NumberField<All extends Values>(props: NumberFieldProps<All>) {
  const { of, name, label, hint, required = false, unit, readOnly = false } = props
  const leave = () => {
    const number = typedNumber(textOf(of, name))
    const isNumber = number !== null && !Number.isNaN(number)
    if (isNumber) of.set(name, asValue<All>(String(number)))
    of.leave(name)
  }
  return (
    <Field label={label} hint={hint} problem={of.problems[name]} required={required}>
      {(ids) => (
        <span className={classes.withUnit}>
          <input
            {...ids}
            name={name}
            inputMode="decimal"
            autoComplete="off"
            readOnly={readOnly}
            className={classes.input}
            value={textOf(of, name)}
            onChange={({ target }) => of.set(name, asValue<All>(target.value))}
            onBlur={leave}
          />
          {unit && <span aria-hidden="true">{unit}</span>}
        </span>
      )}
    </Field>
  )
}

/** Several lines; four unless `rows` says otherwise. How many letters there are stands below it. */
export function TextAreaField<All extends Values>(props: FieldOf<All> & { rows?: number }) {
  const { of, name, label, hint, required = false, rows = 4 } = props
  const text = textOf(of, name)
  const maxLength = of.limits[name]?.maxLength
  const count = maxLength === undefined ? null : `已填 ${text.length} 字，最多 ${maxLength} 字`
  const words = hint ? (
    <>
      {hint} {count}
    </>
  ) : (
    count
  )
  return (
    <Field label={label} hint={words} problem={of.problems[name]} required={required}>
      {(ids) => (
        <textarea
          {...ids}
          name={name}
          rows={rows}
          className={classes.input}
          value={text}
          onChange={({ target }) => of.set(name, asValue<All>(target.value))}
          onBlur={() => of.leave(name)}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps<All extends Values> extends FieldOf<All> {
  options: readonly { value: string; label: string }[]
  /** in place of setting the field alone */
  onChoose?: (value: string) => void
}

/** The browser's own list: a few choices, the same on a desk and on a phone. */
export function SelectField<All extends Values>(props: SelectFieldProps<All>) {
  const { of, name, label, hint, required = false, options } = props
  const { onChoose = (value) => of.set(name, asValue<All>(value)) } = props
  return (
    <Field label={label} hint={hint} problem={of.problems[name]} required={required}>
      {(ids) => (
        <select
          {...ids}
          name={name}
          className={classes.input}
          value={textOf(of, name)}
          onChange={({ target }) => onChoose(target.value)}
        >
          {options.map(({ value, label: words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface PasswordFieldProps<All extends Values> extends FieldOf<All> {
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be read on demand, and is kept nowhere. */
export function PasswordField<All extends Values>(props: PasswordFieldProps<All>) {
  const { of, name, label, hint, required = false, autoComplete } = props
  const { hide } = of
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's functions are new at every render
  useEffect(() => hide(name), [name])
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint} problem={of.problems[name]} required={required}>
      {(ids) => (
        <span className={classes.password}>
          <input
            {...ids}
            name={name}
            type={shown ? 'text' : 'password'}
            autoComplete={autoComplete}
            spellCheck={false}
            autoCapitalize="off"
            className={classes.input}
            value={textOf(of, name)}
            onChange={({ target }) => of.set(name, asValue<All>(target.value))}
            onBlur={() => of.leave(name)}
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={shown ? '隐藏密码' : '显示密码'}
            onClick={() => setShown(!shown)}
          >
            {shown ? '隐藏' : '显示'}
          </button>
        </span>
      )}
    </Field>
  )
}
