import { useLargePrint } from '@ce/ui/large-print.ts'
import type { ReactNode } from 'react'
import { useMounted } from './use-mounted.ts'

export function LargePrintSwitch({ className, children }: { className: string; children: ReactNode }) {
  const [large, toggle] = useLargePrint()
  const ready = useMounted()
  return (
    <button
      type="button"
      className={ready ? className : `${className} is-waiting`}
      aria-pressed={large}
      onClick={toggle}
    >
      {children}
    </button>
  )
}
