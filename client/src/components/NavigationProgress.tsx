import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import classes from './shell.module.css'

/** how long the full bar stays, so that a quick navigation is seen too */
const endMs = 250

/** The bar that starts on each navigation and ends after it (specification §2 rule 2). */
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
  return (
    <div className={`${classes.progress} ${stage}`} data-running={running} aria-hidden="true" />
  )
}
