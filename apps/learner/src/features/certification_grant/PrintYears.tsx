import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useState } from 'react'
import classes from './PrintYears.module.css'
import { printWords, usePrintChoice } from './use-print-years.ts'

/** Several years' proofs as one PDF. @param years that can be printed so */
export function PrintYears({ years }: { years: number[] }) {
  const [open, setOpen] = useState(false)
  if (years.length === 0) return null
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {printWords.title}
      </Button>
      {open && <Choice years={years} onClose={() => setOpen(false)} />}
    </>
  )
}

function Choice({ years, onClose }: { years: number[]; onClose: () => void }) {
  const { chosen, toggle, url, prepare, busy } = usePrintChoice(years)
  return (
    <Dialog
      open
      title={printWords.title}
      onClose={onClose}
      actions={
        url ? (
          <a className={buttonClass()} href={url} target="_blank" rel="noopener">
            {printWords.open(chosen.length)}
          </a>
        ) : (
          <Button disabled={chosen.length === 0} busy={busy} onClick={prepare}>
            {printWords.make}
          </Button>
        )
      }
    >
      <p>{printWords.how}</p>
      <fieldset className={classes.years}>
        <legend className="visually-hidden">年度</legend>
        {years.map((year) => (
          <label key={year}>
            <input
              type="checkbox"
              checked={chosen.includes(year)}
              disabled={busy}
              onChange={() => toggle(year)}
            />
            {year} 年度
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
