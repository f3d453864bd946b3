import { type ReactNode, useId } from 'react'
import classes from './Statistics.module.css'

interface SectionProps {
  title: string
  tools?: ReactNode
  children: ReactNode
}

export function StatisticsSection({ title, tools, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {tools}
      </div>
      {children}
    </section>
  )
}
