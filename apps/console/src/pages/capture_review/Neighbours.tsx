import { captureNeighboursQuery, type ReviewState } from '@ce/client/staff/capture_review.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './CaptureReview.module.css'
import { stateWords } from './words.ts'

/** Through the list an attempt was opened from, without going back to it; by Alt and the page keys, too. */
export function Neighbours({ attemptId, state }: { attemptId: string; state: ReviewState }) {
  const { data } = useQuery(captureNeighboursQuery({ attemptId, state }))
  const navigate = useNavigate()
  const { previous = null, next = null, others = 0 } = data ?? {}
  // one stop on the way back to the list, however many were looked at
  const go = (id: string | null) => id && navigate(paths.captureIn(id, state), { replace: true })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.altKey || (event.key !== 'PageDown' && event.key !== 'PageUp')) return
      const id = event.key === 'PageDown' ? next : previous
      if (!id) return
      event.preventDefault()
      navigate(paths.captureIn(id, state), { replace: true })
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [previous, next, state, navigate])
  return (
    <nav className={classes.neighbours} aria-label={`“${stateWords[state].label}”列表`}>
      <Button disabled={!previous} aria-keyshortcuts="Alt+PageUp" onClick={() => go(previous)}>
        上一个
      </Button>
      <Button disabled={!next} aria-keyshortcuts="Alt+PageDown" onClick={() => go(next)}>
        下一个
      </Button>
      <span className={classes.hint}>
        {others > 0
          ? `“${stateWords[state].label}”还有 ${others} 个；键盘 Alt + PageUp / PageDown`
          : `“${stateWords[state].label}”没有别的了`}
      </span>
    </nav>
  )
}
