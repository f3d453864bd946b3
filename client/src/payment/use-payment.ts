import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useState } from 'react'
import type { CallOptions } from '../call.ts'
import { steadyNow } from '../clock.ts'
import { orderReads, queryStatus } from '../order.ts'
import { onWake } from '../wake.ts'
import { nextAskIn, type PaymentStatus, secondsLeft, startPayment, stepPayment } from './poll.ts'

/** Whose orders they are: how one is asked about, and which reads are stale once it has ended. One object for all time. */
export interface PaymentSource {
  query: (orderNo: string, paid: boolean, options: CallOptions) => Promise<PaymentStatus>
  /** beginnings of query keys */
  reads: readonly (readonly string[])[]
}

const ownOrders: PaymentSource = {
  query: queryStatus,
  reads: orderReads.map((name) => [name] as const),
}

/** Follows an order until it is paid or closed. `ask` is the "我已支付" button. */
export function usePayment(orderNo: string, expireAt: string, source = ownOrders) {
  const [state, dispatch] = useReducer(stepPayment, undefined, () =>
    startPayment(expireAt, steadyNow()),
  )
  const [now, setNow] = useState(steadyNow)
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const ended = state.phase !== 'waiting'

  const question = useCallback(
    async (asked: boolean, signal?: AbortSignal) => {
      if (asked) setAsking(true)
      try {
        const status = await source.query(orderNo, asked, signal ? { signal } : {})
        dispatch({ kind: 'answer', status, at: steadyNow(), asked })
      } catch {
        if (!signal?.aborted) dispatch({ kind: 'noAnswer' })
      } finally {
        if (asked) setAsking(false)
      }
    },
    [orderNo, source],
  )

  useEffect(() => {
    const wait = nextAskIn(state, steadyNow())
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
      void Promise.all(source.reads.map((queryKey) => client.invalidateQueries({ queryKey })))
      return
    }
    const tick = setInterval(() => setNow(steadyNow()), 1000)
    const stopWaking = onWake(() => dispatch({ kind: 'woke', at: steadyNow() }))
    return () => {
      clearInterval(tick)
      stopWaking()
    }
  }, [ended, client, source])

  return { state, secondsLeft: secondsLeft(state, now), ask: () => question(true), asking }
}
