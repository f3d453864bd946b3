import { parseTypedNumber } from '@ce/contract/typed-number'
import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { Field } from './Field.tsx'
import classes from './form.module.css'
import type { FormFields, FormValues } from './use-fields.ts'

export type TextFieldName<All extends FormValues> = {
  [Name in keyof All]: All[Name] extends string ? Name : never
}[keyof All] &
  string

export interface FormFieldProps<All extends FormValues> {
  of: FormFields<All>
  name: TextFieldName<All>
  label: string
  hint?: ReactNode
  required?: boolean
}

export function fieldText<All extends FormValues>({ values }: FormFields<All>, name: keyof All): string {
  return String(values[name])
}

export function asFieldValue<All extends FormValues>(text: string): All[keyof All] {
  return text as All[keyof All]
}

type TextFieldProps<All extends FormValues> = FormFieldProps<All> & {
  /** Changes the text of the field during typing. */
  normalize?: ((text: string) => string) | undefined
} & Omit<
    InputHTMLAttributes<HTMLInputElement>,
    // `maxLength` is left out, because it would cut pasted text; a check refuses long text instead.
    'name' | 'value' | 'onChange' | 'onBlur' | 'required' | 'maxLength'
  >

/** A text field shows its problem when the user leaves it. */
export function TextField<All extends FormValues>(props: TextFieldProps<All>) {
  const { of, name, label, hint, required = false, normalize = (text) => text, ...input } = props
  return (
    <Field label={label} hint={hint} problem={of.problems[name]} required={required}>
      {(ids) => (
        <input
          {...input}
          {...ids}
          name={name}
          className={classes.input}
          value={fieldText(of, name)}
          onChange={({ target }) => of.set(name, asFieldValue<All>(normalize(target.value)))}
          onBlur={() => of.leave(name)}
        />
      )}
    </Field>
  )
}

interface NumberFieldProps<All extends FormValues> extends FormFieldProps<All> {
  /** Unit that is shown behind the number, such as 元. */
  unit?: string
  readOnly?: boolean
}

/** The number field accepts full-width digits, units and thousands separators. */
export function NumberField<All extends FormValues>(props: NumberFieldProps<All>) {
  const { of, name, label, hint, required = false, unit, readOnly = false } = props
  const leave = () => {
    const number = parseTypedNumber(fieldText(of, name))
    const isNumber = number !== null && !Number.isNaN(number)
    if (isNumber) of.set(name, asFieldValue<All>(String(number)))
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
            value={fieldText(of, name)}
            onChange={({ target }) => of.set(name, asFieldValue<All>(target.value))}
            onBlur={leave}
          />
          {unit && <span aria-hidden="true">{unit}</span>}
        </span>
      )}
    </Field>
  )
}

export function TextAreaField<All extends FormValues>(props: FormFieldProps<All> & { rows?: number }) {
  const { of, name, label, hint, required = false, rows = 4 } = props
  const text = fieldText(of, name)
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
          onChange={({ target }) => of.set(name, asFieldValue<All>(target.value))}
          onBlur={() => of.leave(name)}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps<All extends FormValues> extends FormFieldProps<All> {
  options: readonly { value: string; label: string }[]
  /** Called with the chosen value. If given, it must set the field itself. */
  onChoose?: (value: string) => void
}

export function SelectField<All extends FormValues>(props: SelectFieldProps<All>) {
  const { of, name, label, hint, required = false, options } = props
  const { onChoose = (value) => of.set(name, asFieldValue<All>(value)) } = props
  return (
    <Field label={label} hint={hint} problem={of.problems[name]} required={required}>
      {(ids) => (
        <select
          {...ids}
          name={name}
          className={classes.input}
          value={fieldText(of, name)}
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

interface PasswordFieldProps<All extends FormValues> extends FormFieldProps<All> {
  autoComplete: 'current-password' | 'new-password'
}

/** A typed password is never stored on the device. */
export function PasswordField<All extends FormValues>(props: PasswordFieldProps<All>) {
  const { of, name, label, hint, required = false, autoComplete } = props
  const { hide } = of
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form's functions are new at every render
  useEffect(() => hide(name), [name])
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field label={label} hint={hint} problem={of.problems[name]} required={required}>
      {(ids) => (
        <>
          <span className={classes.password}>
            <input
              {...ids}
              name={name}
              type={shown ? 'text' : 'password'}
              onKeyDown={watch}
              onKeyUp={watch}
              autoComplete={autoComplete}
              spellCheck={false}
              autoCapitalize="off"
              className={classes.input}
              value={fieldText(of, name)}
              onChange={({ target }) => of.set(name, asFieldValue<All>(target.value))}
              onBlur={() => {
                setCapsLock(false)
                of.leave(name)
              }}
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
          <span role="status" className={capsLock ? classes.hint : 'visually-hidden'}>
            {capsLock ? '大写锁定已打开' : ''}
          </span>
        </>
      )}
    </Field>
  )
}
