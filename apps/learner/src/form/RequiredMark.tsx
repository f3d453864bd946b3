import classes from './form.module.css'

/** For the eye: a screen reader hears it of the field itself. */
export function RequiredMark() {
  return (
    <span className={classes.required} aria-hidden="true">
      *
    </span>
  )
}
