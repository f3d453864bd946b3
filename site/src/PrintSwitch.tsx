import type { ReactNode } from 'react'
import { LargePrintSwitch } from './LargePrintSwitch.tsx'
import classes from './PrintSwitch.module.css'

interface PrintSwitchProps {
  className?: string | undefined
  icon?: ReactNode
}

/** The large-print button (大字版) outside the public pages. */
export function LargePrintButton({ className = '', icon }: PrintSwitchProps) {
  return (
    <LargePrintSwitch className={`${classes.switch} ${className}`}>
      {icon}
      大字版
    </LargePrintSwitch>
  )
}
