import { usePrintYearProofs } from '@ce/client/certification_grant.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useEffect, useState } from 'react'
import classes from './Grant.module.css'
import type { ProofYear } from './year-text.ts'

/**
 * How long the PDF link is shown, in milliseconds; shorter than the ten minutes for which the signed address is valid.
 */
const readyMs = 9 * 60_000

/** Years whose proofs can be printed in one PDF. Empty for a single year, which has its own page. */
export function printableYears(years: readonly ProofYear[]): number[] {
  const issued = years.filter(({ state }) => state === 'ISSUED').map(({ year }) => year)
  return issued.length > 1 ? issued : []
}

/** @param years the years whose proofs can be printed together */
export function PrintYearsButton({ years }: { years: number[] }) {
  const [open, setOpen] = useState(false)
  if (years.length === 0) return null
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        打印多个年度
      </Button>
      {open && <PrintDialog years={years} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Browsers may block a window opened after a response, so the PDF is a link, which expires. */
function PrintDialog({ years, onClose }: { years: number[]; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly number[]>(years)
  const [url, setUrl] = useState<string | null>(null)
  const { mutateAsync, isPending } = usePrintYearProofs()
  useEffect(() => {
    if (!url) return
    const timer = setTimeout(() => setUrl(null), readyMs)
    return () => clearTimeout(timer)
  }, [url])
  const toggle = (year: number) => {
    setChosen(years.filter((one) => (one === year) !== chosen.includes(one)))
    setUrl(null)
  }
  const prepare = () =>
    mutateAsync({ years: [...chosen] }).then(
      (made) => setUrl(made.url),
      () => undefined,
    )
  return (
    <Dialog
      open
      title="打印多个年度"
      onClose={onClose}
      actions={
        url ? (
          <a className={buttonClass()} href={url} target="_blank" rel="noopener">
            打开 PDF（{chosen.length} 份）
          </a>
        ) : (
          <Button disabled={chosen.length === 0} busy={isPending} onClick={prepare}>
            生成 PDF
          </Button>
        )
      }
    >
      <p>所选年度的证明合成一个 PDF，每份一页，可以一次打印。</p>
      <fieldset className={classes.printYears}>
        <legend className="visually-hidden">年度</legend>
        {years.map((year) => (
          <label key={year}>
            <input type="checkbox" checked={chosen.includes(year)} disabled={isPending} onChange={() => toggle(year)} />
            {year} 年度
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
