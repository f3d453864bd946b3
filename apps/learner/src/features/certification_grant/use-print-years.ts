import { usePrintYears } from '@ce/client/certification_grant.ts'
import { useEffect, useState } from 'react'
import type { GrantYear } from './year-words.ts'

/** the signed address of the PDF lives ten minutes */
const readyMs = 9 * 60_000

export const printWords = {
  title: '打印多个年度',
  how: '所选年度的证明合成一个 PDF，每份一页，可以一次打印。',
  make: '生成 PDF',
  open: (count: number) => `打开 PDF（${count} 份）`,
}

/** The years whose proofs can be printed as one PDF; none for a single one, which has its own page. */
export function printableYears(years: readonly GrantYear[]): number[] {
  const issued = years.filter(({ state }) => state === 'ISSUED').map(({ year }) => year)
  return issued.length > 1 ? issued : []
}

/**
 * Several years' proofs as one PDF. `url` is a link to press: a window that is opened after an answer came may be blocked.
 * Another choice, or time, takes it away.
 */
export function usePrintChoice(years: readonly number[]) {
  const [chosen, setChosen] = useState<readonly number[]>(years)
  const [url, setUrl] = useState<string | null>(null)
  const { mutateAsync, isPending } = usePrintYears()
  useEffect(() => {
    if (!url) return
    const timer = setTimeout(() => setUrl(null), readyMs)
    return () => clearTimeout(timer)
  }, [url])
  const choose = (next: readonly number[]) => {
    setChosen(next)
    setUrl(null)
  }
  return {
    chosen,
    choose,
    toggle: (year: number) =>
      choose(years.filter((one) => (one === year) !== chosen.includes(one))),
    url,
    /** a refusal has been shown by the time it gets back */
    prepare: () =>
      mutateAsync({ years: [...chosen] }).then(
        (made) => setUrl(made.url),
        () => undefined,
      ),
    busy: isPending,
  }
}
