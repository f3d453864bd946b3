import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import classes from './Screen.module.css'

/** Back to where one came from; who came from outside goes to `to`, the screen below this one. */
export function BackLink({ to, outside }: { to: string; outside: boolean }) {
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    if (!cameFromHere()) return
    event.preventDefault()
    navigate(-1)
  }
  return (
    <Link
      to={to}
      replace
      reloadDocument={outside}
      className={classes.back}
      aria-label="返回"
      onClick={goBack}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="m15 5-7 7 7 7" />
      </svg>
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
