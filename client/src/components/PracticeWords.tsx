import { practiceWords } from '@ce/contract/practice-words'
import { useEffect, useState } from 'react'
import { formatDateTime } from '../format.ts'
import { followPracticeTime, isPractice } from '../practice.ts'
import classes from './shell.module.css'

/** On every page of a practice portal: that nothing in it is real, and what its clock shows. Elsewhere nothing, and no call. */
export function PracticeWords() {
  // the markup that the server renders is everybody's: only here it is known
  const [shown, setShown] = useState(false)
  const [minute, setMinute] = useState('')
  useEffect(() => {
    if (!isPractice()) return
    setShown(true)
    return followPracticeTime((now) => setMinute(formatDateTime(now)))
  }, [])
  if (!shown) return null
  return (
    <p className={classes.practice}>
      {practiceWords.banner}
      {minute && (
        <>
          。<span>当前演练时间 {minute}</span>
        </>
      )}
    </p>
  )
}
