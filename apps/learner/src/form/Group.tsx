import type { ReactNode } from 'react'
import classes from './form.module.css'

/** Fields of a form that belong together, under their title. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      <div>{children}</div>
    </fieldset>
  )
}
