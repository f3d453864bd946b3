import { type InputHTMLAttributes, type ReactNode, useState } from 'react'
import { Field } from './Field.tsx'
import classes from './form.module.css'
import type { Fields, Values } from './use-fields.ts'

/** The names of a form's texts. */
export type Texts<All extends Values> = {
  [Name in keyof All]: All[Name] extends string ? Name : never
}[keyof All] &
  string

interface Common<All extends Values> {
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
function asValue<All extends Values>(text: string): All[keyof All] {
  return text as All[keyof All]
}

type TextFieldProps<All extends Values> = Common<All> & {
  /** what is made of the text as it is typed */
  normalize?: (text: string) => string
} & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    'name' | 'value' | 'onChange' | 'onBlur' | 'required'
  >

/** One line. `normalize` changes what is typed as it is typed; what is wrong is said when it is left. */
export function TextField<All extends Values>(props: TextFieldProps<All>) {
  const { of, name, label, hint, required, normalize = (text) => text, ...input } = props
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

interface TextAreaFieldProps<All extends Values> extends Common<All> {
  maxLength?: number
  rows?: number
}

/** Several lines; four unless `rows` says otherwise. */
export function TextAreaField<All extends Values>(props: TextAreaFieldProps<All>) {
  const { of, name, label, hint, required, rows = 4, maxLength } = props
  return (
    <Field label={label} hint={hint} problem={of.problems[name]} required={required}>
      {(ids) => (
        <textarea
          {...ids}
          name={name}
          rows={rows}
          maxLength={maxLength}
          className={classes.input}
          value={textOf(of, name)}
          onChange={({ target }) => of.set(name, asValue<All>(target.value))}
          onBlur={() => of.leave(name)}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps<All extends Values> extends Common<All> {
  options: readonly { value: string; label: string }[]
  /** in place of setting the field alone */
  onChoose?: (value: string) => void
}

/** The phone's own picker. */
export function SelectField<All extends Values>(props: SelectFieldProps<All>) {
  const { of, name, label, hint, required, options } = props
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

interface PasswordFieldProps<All extends Values> extends Common<All> {
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be read on demand. */
export function PasswordField<All extends Values>(props: PasswordFieldProps<All>) {
  const { of, name, label, hint, required, autoComplete } = props
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
            maxLength={40}
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
