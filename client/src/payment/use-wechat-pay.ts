import { useEffect, useReducer } from 'react'
import { useOpenPaymentInWechat, useRequestPayer } from '../order.ts'
import { payInWechat } from './wechat-bridge.ts'
import { stepWechatPayment } from './wechat-pay.ts'
import { readWechatReturn } from './wechat-return.ts'

/**
 * Pays an order inside WeChat.
 * @param ask makes the server ask the payment channel
 * @param stay called before the browser leaves this page
 */
export function useWechatPay(orderNo: string, ask: () => void, stay: () => Promise<void> | void) {
  const [state, dispatch] = useReducer(stepWechatPayment, { phase: 'start' })
  const { mutateAsync: askPayer } = useRequestPayer()
  const { mutateAsync: open } = useOpenPaymentInWechat()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever the others are by then
  useEffect(() => {
    const back = readWechatReturn(orderNo)
    if (!back) return
    dispatch({ kind: 'leave' })
    open(back).then(
      ({ bridge }) => {
        dispatch({ kind: 'opened', bridge })
        if (!bridge) ask()
      },
      () => dispatch({ kind: 'stay' }),
    )
  }, [orderNo])

  useEffect(() => {
    /**
     * After WeChat's sign-in, the Back button restores this page from the browser's cache, so the payment may start
     * again.
     */
    const shown = (event: PageTransitionEvent) => event.persisted && dispatch({ kind: 'stay' })
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])

  const signIn = async () => {
    dispatch({ kind: 'leave' })
    try {
      const { address } = await askPayer({ orderNo })
      if (address) {
        await stay()
        return location.assign(address)
      }
      ask()
    } catch {}
    dispatch({ kind: 'stay' })
  }

  const go = async () => {
    if (!('bridge' in state)) return signIn()
    dispatch({ kind: 'pay' })
    const answer = await payInWechat(state.bridge)
    dispatch({ kind: 'answered', answer })
    if (answer === 'ok') ask()
  }

  return { phase: state.phase, go }
}
