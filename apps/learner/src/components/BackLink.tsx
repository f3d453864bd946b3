import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { Mark } from '../shells/marks.tsx'
import classes from './Screen.module.css'

/** Back to where one came from; who came from outside goes to `to`, the screen below this one. */
export function BackLink({ to, label }: { to: string; label?: string }) {
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    if (!cameFromHere()) return
    event.preventDefault()
    navigate(-1)
  }
  if (label)
    return (
      <Link to={to} className={classes.backText}>
        <Mark name="back" />
        {label}
      </Link>
    )
  return (
    <Link to={to} replace className={classes.back} aria-label="返回" onClick={goBack}>
      <Mark name="back" size={24} />
    </Link>
  )
}

/** The router counts its steps in the history's state: the first of a visit is 0. */
function cameFromHere(): boolean {
  const state: unknown = window.history.state
  return (
    typeof state === 'object' &&
    state !== null &&
    'idx' in state &&
    typeof state.idx === 'number' &&
    state.idx > 0
  )
}
