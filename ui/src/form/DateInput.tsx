import { type InputHTMLAttributes, useEffect, useRef, useState } from 'react'
import { Calendar } from './Calendar.tsx'
import classes from './DateField.module.css'
import { parseTypedDate } from './typed-date.ts'

interface DateInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'min' | 'max'> {
  label: string
  /** The day as YYYY-MM-DD, or invalid typed text. */
  value: string
  onChange: (value: string) => void
  /** Called with a day that was chosen in the calendar. By default `onChange` is called, as for typed text. */
  onChoose?: ((day: string) => void) | undefined
  today: string
  /** First allowed day as YYYY-MM-DD. The form must check it too, because people can also type a day. */
  min?: string | undefined
  max?: string | undefined
  boxClassName?: string
}

/** People and the server use only days from 1900 on. */
const firstDay = '1900-01-01'
const lastDay = '2200-12-31'

/** Touch screens use the system's date picker, hidden because its text follows the browser's language. */
export function DateInput(props: DateInputProps) {
  const { label, value, onChange, today, min = firstDay, max = lastDay } = props
  const { onChoose = onChange, onBlur, boxClassName = '', ...input } = without(props)
  const [text, setText] = useState(value)
  const shown = (parseTypedDate(text) ?? text) === value ? text : value
  const change = (to: (day: string) => void) => (typed: string) => {
    setText(typed)
    to(parseTypedDate(typed) ?? typed)
  }
  const choose = change(onChoose)
  const day = parseTypedDate(value) ?? ''
  return (
    <span className={`${classes.date} ${boxClassName}`}>
      <input
        inputMode="numeric"
        autoComplete="off"
        placeholder="YYYY-MM-DD"
        {...input}
        value={shown}
        onChange={({ target }) => change(onChange)(target.value)}
        onBlur={(event) => {
          setText(value)
          onBlur?.(event)
        }}
      />
      <span className={classes.system}>
        <CalendarMark />
        <input
          type="date"
          tabIndex={-1}
          disabled={input.disabled}
          aria-label={`选择${label}`}
          value={day}
          min={min}
          max={max}
          onChange={({ target }) => target.value && choose(target.value)}
        />
      </span>
      {!input.disabled && (
        <CalendarButton label={`选择${label}`} chosen={day} today={today} min={min} max={max} onChoose={choose} />
      )}
    </span>
  )
}

function without(props: DateInputProps) {
  const { label: _label, value: _value, onChange: _onChange, ...rest } = props
  const { today: _today, min: _min, max: _max, ...input } = rest
  return input
}

interface CalendarButtonProps {
  label: string
  chosen: string
  today: string
  min: string
  max: string
  onChoose: (day: string) => void
}

function CalendarButton({ label, onChoose, ...days }: CalendarButtonProps) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  useEffect(() => {
    if (!open) return
    const calendar = place.current?.lastElementChild
    if (calendar instanceof HTMLElement) keepInView(calendar)
    const closeElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false)
    }
    const events = ['pointerdown', 'focusin'] as const
    for (const kind of events) document.addEventListener(kind, closeElsewhere)
    return () => {
      for (const kind of events) document.removeEventListener(kind, closeElsewhere)
    }
  }, [open])
  return (
    <span ref={place} className={classes.desk}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <CalendarMark />
      </button>
      {open && (
        <Calendar
          {...days}
          label={label}
          onChoose={(day) => {
            onChoose(day)
            close()
          }}
          onClose={close}
        />
      )}
    </span>
  )
}

/** The calendar opens to the left when there is no room on the right. */
function keepInView(calendar: HTMLElement): void {
  const beyond = calendar.getBoundingClientRect().right > document.documentElement.clientWidth
  calendar.classList.toggle(classes.end ?? '', beyond)
  calendar.scrollIntoView({ block: 'nearest' })
}

function CalendarMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 6h16v14H4zM4 10h16M8 3v5M16 3v5" />
    </svg>
  )
}
