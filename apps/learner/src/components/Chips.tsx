import { revealFocused, revealInRow } from '@ce/ui/reveal-in-row.ts'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from './Chips.module.css'

interface ChipsProps {
  label: string
  chips: readonly { value: string; label: string }[]
  chosen: string
  /** Returns the address of a choice, because the address holds the state of the list. */
  to: (value: string) => string
}

export function ChoiceChips({ label, chips, chosen, to }: ChipsProps) {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen
  useEffect(() => {
    const shown = row.current
    const chip = shown?.querySelector<HTMLElement>('[aria-current]')
    if (shown && chip) revealInRow(shown, chip)
  }, [chosen])
  return (
    <nav ref={row} className={classes.chips} aria-label={label} onFocus={revealFocused}>
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
