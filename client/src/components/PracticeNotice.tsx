import { practiceTexts } from '@ce/contract/practice-text'
import { useEffect, useState } from 'react'
import { formatDateTime } from '../format.ts'
import { followPracticeTime, isPracticePortal } from '../practice.ts'
import classes from './shell.module.css'

/** Shows a practice portal's clock. Elsewhere it renders nothing and makes no call. */
export function PracticeNotice() {
  // Only the browser knows about a practice portal, because the server renders for everybody.
  const [shown, setShown] = useState(false)
  const [minute, setMinute] = useState('')
  useEffect(() => {
    if (!isPracticePortal()) return
    setShown(true)
    return followPracticeTime((now) => setMinute(formatDateTime(now)))
  }, [])
  if (!shown) return null
  return (
    <p className={classes.practice}>
      {practiceTexts.banner}
      {minute && (
        <>
          。<span>当前演练时间 {minute}</span>
        </>
      )}
    </p>
  )
}
