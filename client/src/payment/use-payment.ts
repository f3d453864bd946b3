import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { orderReads, queryStatus } from '../order.ts'
import { nextAskIn, secondsLeft, startPayment, stepPayment } from './poll.ts'

/** Follows an order until it is paid or closed. `ask` is the "我已支付" button. */
export function usePayment(orderNo: string, expireAt: string) {
  const [state, dispatch] = useReducer(stepPayment, undefined, () =>
    startPayment(expireAt, Date.now()),
  )
  const [now, setNow] = useState(() => Date.now())
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const ended = state.phase !== 'waiting'

  const question = useCallback(
    async (asked: boolean, signal?: AbortSignal) => {
      if (asked) setAsking(true)
      try {
        const status = await queryStatus(orderNo, asked, signal ? { signal } : {})
        dispatch({ kind: 'answer', status, at: Date.now(), asked })
      } catch {
        if (!signal?.aborted) dispatch({ kind: 'noAnswer' })
      } finally {
        if (asked) setAsking(false)
      }
    },
    [orderNo],
  )

  useEffect(() => {
    const wait = nextAskIn(state, Date.now())
    if (wait === null) return
    const stop = new AbortController()
    const timer = setTimeout(() => void question(false, stop.signal), wait)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [state, question])

  useEffect(() => {
    if (ended) {
      void Promise.all(orderReads.map((name) => client.invalidateQueries({ queryKey: [name] })))
      return
    }
    const tick = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(tick)
  }, [ended, client])

  return { state, secondsLeft: secondsLeft(state, now), ask: () => question(true), asking }
}
