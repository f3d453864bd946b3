import { portalNow } from '@ce/client/clock.ts'
import { formatDate } from '@ce/client/format.ts'
import { DateInput } from '@ce/ui/form/DateInput.tsx'
import { dateProblem } from '@ce/ui/form/typed-date.ts'
import { ConfigProvider } from 'antd'
import { type FocusEventHandler, useState } from 'react'
import classes from './DateField.module.css'
import { problemRule } from './form-rules.ts'

/** antd's Form.Item passes `id`, `value` and the handlers. */
interface DateFieldProps {
  label: string
  value?: string
  onChange?: (value: string) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  id?: string
  /** By default the field is disabled together with its form. */
  disabled?: boolean
  /** The earliest day as YYYY-MM-DD; use `dateRule` with the same limits. */
  min?: string | undefined
  max?: string | undefined
  'aria-label'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | undefined
}

/** The value is YYYY-MM-DD or the invalid text, which `dateRule` refuses. */
export function DateField({ value = '', disabled, onChange, onBlur, ...input }: DateFieldProps) {
  // The field is disabled with its form, which is disabled for users without permission.
  const { componentDisabled } = ConfigProvider.useConfig()
  const change = (next: string) => onChange?.(next)
  return (
    <DateInput
      {...input}
      disabled={disabled ?? componentDisabled}
      boxClassName={classes.box}
      className={classes.input}
      value={value}
      today={formatDate(portalNow())}
      onChange={change}
      onBlur={onBlur}
    />
  )
}

/** The value is YYYY-MM-DDTHH:mm in the portal's time zone, '' if empty, or invalid text for `dateTimeRule`. */
export function DateTimeField(props: DateFieldProps) {
  const { label, value = '', onChange, onBlur, ...input } = props
  const [day = '', time = ''] = value.split('T')
  const [text, setText] = useState(time)
  const { componentDisabled } = ConfigProvider.useConfig()
  const change = (nextDay: string, nextTime: string) => onChange?.(nextDay || nextTime ? `${nextDay}T${nextTime}` : '')
  const leaveTime: FocusEventHandler<HTMLInputElement> = (event) => {
    setText(time)
    onBlur?.(event)
  }
  return (
    <span className={classes.pair}>
      <DateField
        {...input}
        label={label}
        value={day}
        onChange={(next) => change(next, time)}
        {...(onBlur && { onBlur })}
      />
      <input
        className={`${classes.input} ${classes.time}`}
        aria-label={`${label}：时、分`}
        aria-describedby={input['aria-describedby']}
        aria-invalid={input['aria-invalid']}
        disabled={input.disabled ?? componentDisabled}
        inputMode="numeric"
        autoComplete="off"
        placeholder="HH:mm"
        value={timeOf(text) === time ? text : time}
        onChange={({ target }) => {
          setText(target.value)
          change(day, timeOf(target.value))
        }}
        onBlur={leaveTime}
      />
    </span>
  )
}

/** Converts 8:30, 0830 and 8：30 to HH:mm; returns null for an invalid time. */
function typedTime(typed: string): string | null {
  const plain = typed.replace(/\s/g, '').normalize('NFKC')
  const [, hour = '', minute = ''] = /^(\d{1,2}):?(\d{2})$/.exec(plain) ?? []
  const valid = hour !== '' && Number(hour) < 24 && Number(minute) < 60
  return valid ? `${hour.padStart(2, '0')}:${minute}` : null
}

const timeOf = (typed: string) => typedTime(typed) ?? typed

interface DateLimits {
  min?: string | undefined
  max?: string | undefined
}

export function dateRule(limits: DateLimits = {}) {
  return problemRule((value) => dateProblem(value, limits))
}

/** Returns null if the value is valid or empty. @param limits as YYYY-MM-DDTHH:mm */
export function dateTimeProblem(value: string, { min, max }: DateLimits = {}): string | null {
  if (value === '') return null
  const [day = '', typed = ''] = value.split('T')
  if (day === '') return '请填写日期'
  const dayProblem = dateProblem(day)
  if (dayProblem) return dayProblem
  if (typed === '') return '请填写时间，如 09:30'
  const time = typedTime(typed)
  if (!time) return '时间请按 09:30 的格式填写'
  const at = `${day}T${time}`
  if (min && at < min) return `时间不能早于 ${min.replace('T', ' ')}`
  return max && at > max ? `时间不能晚于 ${max.replace('T', ' ')}` : null
}

export function dateTimeRule(limits: DateLimits = {}) {
  return problemRule((value) => dateTimeProblem(value, limits))
}
