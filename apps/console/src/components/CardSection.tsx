import type { ReactNode } from 'react'
import classes from './cards.module.css'

interface CardSectionProps {
  id: string
  title: ReactNode
  /** Extra content, such as a button, at the end of the card's title line. */
  beside?: ReactNode
  children: ReactNode
}

/** A card that shows one section of a page under its own title. */
export function CardSection({ id, title, beside, children }: CardSectionProps) {
  const heading = <h2 id={id}>{title}</h2>
  return (
    <section className={classes.card} aria-labelledby={id}>
      {beside === undefined ? (
        heading
      ) : (
        <div className={classes.head}>
          {heading}
          {beside}
        </div>
      )}
      {children}
    </section>
  )
}
