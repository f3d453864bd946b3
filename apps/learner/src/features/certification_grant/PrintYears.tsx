import { usePrintYears } from '@ce/client/certification_grant.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { Dialog } from '@ce/ui/Dialog.tsx'
import { useEffect, useState } from 'react'
import classes from './Grant.module.css'
import type { GrantYear } from './year-words.ts'

/** the signed address of the PDF lives ten minutes */
const readyMs = 9 * 60_000

/** The years whose proofs can be printed as one PDF; none for a single one, which has its own page. */
export function printableYears(years: readonly GrantYear[]): number[] {
  const issued = years.filter(({ state }) => state === 'ISSUED').map(({ year }) => year)
  return issued.length > 1 ? issued : []
}

/** Several years' proofs as one PDF. @param years that can be printed so */
export function PrintYears({ years }: { years: number[] }) {
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

/** The PDF is a link to press: a window that is opened after an answer came may be blocked. Another choice, or time, takes it away. */
function PrintDialog({ years, onClose }: { years: number[]; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly number[]>(years)
  const [url, setUrl] = useState<string | null>(null)
  const { mutateAsync, isPending } = usePrintYears()
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
      () => undefined, // the refusal has been shown
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
            <input
              type="checkbox"
              checked={chosen.includes(year)}
              disabled={isPending}
              onChange={() => toggle(year)}
            />
            {year} 年度
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
