import { useEffect, useRef, useState } from 'react'
import { Calendar } from './Calendar.tsx'
import classes from './DateField.module.css'
import { Field } from './Field.tsx'
import form from './form.module.css'
import { asValue, type FieldOf, textOf } from './inputs.tsx'
import { typedDate } from './typed-date.ts'
import type { Values } from './use-fields.ts'

interface DateFieldProps<All extends Values> extends FieldOf<All> {
  /** YYYY-MM-DD; the same limits belong into the form's checks (`dateWithin`) */
  min?: string | undefined
  max?: string | undefined
  autoComplete?: string
}

/** the days a person lives in and the server takes */
const firstDay = '1900-01-01'
const lastDay = '2200-12-31'
const form2026 = '格式：2026-03-05'

/**
 * A day, typed in any usual way and shown as YYYY-MM-DD. Beside it a calendar, and where one touches the screen the system's own picker: its
 * field shows a date in the language of the browser, so it lies unseen over the button.
 */
export function DateField<All extends Values>(props: DateFieldProps<All>) {
  const { of, name, label, hint = form2026, required = false, autoComplete = 'off' } = props
  const { min = firstDay, max = lastDay } = props
  const value = textOf(of, name)
  const [text, setText] = useState(value)
  // set from elsewhere: a draft, another field
  const shown = (typedDate(text) ?? text) === value ? text : value
  const type = (next: string) => {
    setText(next)
    of.set(name, asValue<All>(typedDate(next) ?? next))
  }
  const leave = () => {
    setText(value)
    of.leave(name)
  }
  const day = typedDate(value) ?? ''
  return (
    <Field label={label} hint={hint} problem={of.problems[name]} required={required}>
      {(ids) => (
        <span className={classes.date}>
          <input
            {...ids}
            name={name}
            inputMode="numeric"
            autoComplete={autoComplete}
            placeholder="YYYY-MM-DD"
            className={form.input}
            value={shown}
            onChange={({ target }) => type(target.value)}
            onBlur={leave}
          />
          <span className={classes.system}>
            <CalendarMark />
            <input
              type="date"
              tabIndex={-1}
              aria-label={`选择${label}`}
              value={day}
              min={min}
              max={max}
              onChange={({ target }) => target.value && type(target.value)}
            />
          </span>
          <CalendarButton
            label={`选择${label}`}
            chosen={day}
            today={of.today()}
            min={min}
            max={max}
            onChoose={type}
          />
        </span>
      )}
    </Field>
  )
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
    place.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
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

function CalendarMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 6h16v14H4zM4 10h16M8 3v5M16 3v5" />
    </svg>
  )
}
