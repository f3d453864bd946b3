import type { MouseEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { NavigationIcon } from '../shells/icons.tsx'
import classes from './Screen.module.css'

/** Goes one step back in the history, or to `to` if the visit began on this screen. */
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
        <NavigationIcon name="back" />
        {label}
      </Link>
    )
  return (
    <Link to={to} replace className={classes.back} aria-label="返回" onClick={goBack}>
      <NavigationIcon name="back" size={24} />
    </Link>
  )
}

/** The router stores its step number in the history state. The first step of a visit is 0. */
function cameFromHere(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' && state.idx > 0
}
