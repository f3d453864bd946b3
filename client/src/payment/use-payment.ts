import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useState } from 'react'
import type { CallOptions } from '../call.ts'
import { monotonicNow } from '../clock.ts'
import { onDeviceWake } from '../device-wake.ts'
import { fetchOrderStatus, orderStateCalls } from '../order.ts'
import type { PaymentStatus } from './poll.ts'
import { initialPaymentState, nextPollDelay, paymentSecondsLeft, stepPayment } from './poll.ts'

/** Calls of a payment page. Pass the same object at each render. */
export interface PaymentSource {
  query: (orderNo: string, paid: boolean, options: CallOptions) => Promise<PaymentStatus>
  reads: readonly (readonly string[])[]
}

const ownOrders: PaymentSource = {
  query: fetchOrderStatus,
  reads: orderStateCalls.map((name) => [name] as const),
}

/** Follows the state of a payment by asking the server repeatedly. The button “我已支付” calls `ask`. */
export function usePayment(orderNo: string, expireAt: string, source = ownOrders) {
  const [state, dispatch] = useReducer(stepPayment, undefined, () => initialPaymentState(expireAt, monotonicNow()))
  const [now, setNow] = useState(monotonicNow)
  const [asking, setAsking] = useState(false)
  const client = useQueryClient()
  const ended = state.phase !== 'waiting'

  const question = useCallback(
    async (asked: boolean, signal?: AbortSignal) => {
      if (asked) setAsking(true)
      try {
        const status = await source.query(orderNo, asked, signal ? { signal } : {})
        dispatch({ kind: 'answer', status, at: monotonicNow(), asked })
      } catch {
        if (!signal?.aborted) dispatch({ kind: 'noAnswer' })
      } finally {
        if (asked) setAsking(false)
      }
    },
    [orderNo, source],
  )

  useEffect(() => {
    const wait = nextPollDelay(state, monotonicNow())
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
    const tick = setInterval(() => setNow(monotonicNow()), 1000)
    const stopWaking = onDeviceWake(() => dispatch({ kind: 'woke', at: monotonicNow() }))
    return () => {
      clearInterval(tick)
      stopWaking()
    }
  }, [ended, client, source])

  return { state, secondsLeft: paymentSecondsLeft(state, now), ask: () => question(true), asking }
}
