import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import classes from './Calendar.module.css'
import { addDays, addMonths, daysInMonth, monthOfDay, weekdayOf, yearOfDay } from './days.ts'

interface CalendarProps {
  label: string
  /** The chosen day as YYYY-MM-DD; '' for none. */
  chosen: string
  today: string
  min: string
  max: string
  onChoose: (day: string) => void
  onClose: () => void
}

const weekdays = ['一', '二', '三', '四', '五', '六', '日']

/** Arrow keys move by days and weeks, PageUp and PageDown by months, with Shift by years. */
export function Calendar(props: CalendarProps) {
  const { label, chosen, today, min, max, onChoose, onClose } = props
  const within = (day: string) => (day < min ? min : day > max ? max : day)
  const [current, setCurrent] = useState(within(chosen || today))
  const titleId = useId()
  const grid = useRef<HTMLTableElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus goes with the day
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }, [current])
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      // Escape closes only the calendar; a dialog around it must stay open.
      event.preventDefault()
      event.stopPropagation()
      return onClose()
    }
    const next = dayByKey(event, current)
    if (!next || !grid.current?.contains(document.activeElement)) return
    event.preventDefault()
    setCurrent(within(next))
  }
  const [year, month] = [yearOfDay(current), monthOfDay(current)]
  const turn = (months: number) => setCurrent(within(addMonths(current, months)))
  return (
    <div role="dialog" aria-label={label} className={classes.calendar} onKeyDown={move}>
      <div className={classes.head}>
        <button type="button" aria-label="上个月" onClick={() => turn(-1)}>
          ‹
        </button>
        <select aria-label="年" value={year} onChange={({ target }) => turn((Number(target.value) - year) * 12)}>
          {yearsBetween(min, max).map((one) => (
            <option key={one} value={one}>
              {one} 年
            </option>
          ))}
        </select>
        <select aria-label="月" value={month} onChange={({ target }) => turn(Number(target.value) - month)}>
          {Array.from({ length: 12 }, (_, at) => (
            <option key={weekdays[at] ?? at} value={at + 1}>
              {at + 1} 月
            </option>
          ))}
        </select>
        <button type="button" aria-label="下个月" onClick={() => turn(1)}>
          ›
        </button>
      </div>
      <p id={titleId} className="visually-hidden" aria-live="polite">
        {year} 年 {month} 月
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid: arrows move inside it */}
      <table ref={grid} role="grid" aria-labelledby={titleId}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={`星期${name}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(current).map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  {day.startsWith(current.slice(0, 7)) && (
                    <button
                      type="button"
                      tabIndex={day === current ? 0 : -1}
                      disabled={day < min || day > max}
                      aria-label={spoken(day)}
                      aria-current={day === today ? 'date' : undefined}
                      aria-pressed={day === chosen}
                      onClick={() => onChoose(day)}
                    >
                      {Number(day.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const spoken = (day: string) =>
  `${yearOfDay(day)}年${monthOfDay(day)}月${Number(day.slice(8))}日，星期${weekdays[weekdayOf(day)]}`

function dayByKey({ key, shiftKey }: KeyboardEvent, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1)
    case 'ArrowRight':
      return addDays(day, 1)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'Home':
      return addDays(day, -weekdayOf(day))
    case 'End':
      return addDays(day, 6 - weekdayOf(day))
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1)
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1)
    default:
      return null
  }
}

/** Returns the weeks of a month, each beginning on Monday. */
function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 7)}-01`
  const start = addDays(first, -weekdayOf(first))
  const weeks = Math.ceil((weekdayOf(first) + daysInMonth(day)) / 7)
  return Array.from({ length: weeks }, (_, week) => Array.from({ length: 7 }, (_, at) => addDays(start, week * 7 + at)))
}

function yearsBetween(min: string, max: string): number[] {
  return Array.from({ length: yearOfDay(max) - yearOfDay(min) + 1 }, (_, at) => yearOfDay(min) + at)
}
