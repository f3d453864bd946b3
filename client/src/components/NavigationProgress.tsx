import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import classes from './shell.module.css'

/** Milliseconds that the full bar stays, so that a quick navigation is visible too. */
const endMs = 250

/** The progress bar starts with each navigation and ends after it (docs/rules/screens.md#navigation). */
export function NavigationProgress() {
  const running = useNavigation().state !== 'idle'
  const { key } = useLocation()
  const [ending, setEnding] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that a navigation ended
  useEffect(() => {
    setEnding(true)
    const timer = setTimeout(() => setEnding(false), endMs)
    return () => clearTimeout(timer)
  }, [key])
  const stage = running ? classes.running : ending ? classes.ending : ''
  return <div className={`${classes.progress} ${stage}`} data-running={running} aria-hidden="true" />
}
