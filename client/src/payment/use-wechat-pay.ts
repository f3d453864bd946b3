import { useEffect, useReducer } from 'react'
import { useAskPayer, useOpenInWechat } from '../order.ts'
import { payInWechat } from './wechat-bridge.ts'
import { stepWechatPay } from './wechat-pay.ts'
import { takeWechatReturn } from './wechat-return.ts'

/**
 * Paying an order inside WeChat. `go` is the one button: to WeChat's sign-in, or – back from there – to its own sheet.
 * @param ask has the server ask the channel @param stay before the browser leaves: where it comes back to by its own button
 */
export function useWechatPay(orderNo: string, ask: () => void, stay: () => Promise<void> | void) {
  const [state, dispatch] = useReducer(stepWechatPay, { phase: 'start' })
  const { mutateAsync: askPayer } = useAskPayer()
  const { mutateAsync: open } = useOpenInWechat()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever the others are by then
  useEffect(() => {
    const back = takeWechatReturn(orderNo)
    if (!back) return
    dispatch({ kind: 'leave' })
    open(back).then(
      ({ bridge }) => {
        dispatch({ kind: 'opened', bridge })
        if (!bridge) ask()
      },
      () => dispatch({ kind: 'stay' }), // the refusal has been shown
    )
  }, [orderNo])

  useEffect(() => {
    // by the browser's own button back from the sign-in: this very page, as it was left
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
    } catch {
      // the refusal has been shown
    }
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
