import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from './Chips.module.css'

interface ChipsProps {
  /** what the choice is about */
  label: string
  chips: readonly { value: string; label: string }[]
  chosen: string
  /** the address of a choice: the state of a list stands in it */
  to: (value: string) => string
}

/** One of a few, side by side; what does not fit is pushed into view. */
export function Chips({ label, chips, chosen, to }: ChipsProps) {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen
  useEffect(() => {
    const shown = row.current
    const chip = shown?.querySelector<HTMLElement>('[aria-current]')
    if (shown && chip)
      shown.scrollLeft =
        chip.offsetLeft - shown.offsetLeft - (shown.clientWidth - chip.offsetWidth) / 2
  }, [chosen])
  return (
    <nav ref={row} className={classes.chips} aria-label={label}>
      {chips.map(({ value, label: words }) => (
        <Link
          key={value}
          to={to(value)}
          replace
          preventScrollReset
          className={classes.chip}
          aria-current={value === chosen ? 'true' : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
