import type { ReactNode } from 'react'
import { LargePrintSwitch } from './LargePrintSwitch.tsx'
import classes from './PrintSwitch.module.css'

interface PrintSwitchProps {
  /** what places it */
  className?: string | undefined
  icon?: ReactNode
}

/** 大字版 on and off beyond the public pages: the same choice. */
export function PrintSwitch({ className = '', icon }: PrintSwitchProps) {
  return (
    <LargePrintSwitch className={`${classes.switch} ${className}`}>
      {icon}
      大字版
    </LargePrintSwitch>
  )
}
