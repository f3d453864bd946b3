import {
  type Outside,
  outsideQuery,
  useAgreeToSms,
  useWithdrawOutside,
} from '@ce/client/message.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelWords, outsideState } from './words.ts'

/** One way out of the portal, and what one can do about it; a refusal is shown by itself. */
export function useOutside(outside: Outside) {
  const { channel } = outside
  const agree = useAgreeToSms()
  const withdraw = useWithdrawOutside()
  const [asking, setAsking] = useState(false)
  const agreeToSms = () =>
    agree.mutate({}, { onSuccess: () => showNotice({ kind: 'success', title: '已开通短信通知' }) })
  return {
    words: channelWords[channel],
    mark: outsideState(outside),
    busy: agree.isPending || withdraw.isPending,
    /** an e-mail's address is asked for first */
    agree: channel === 'EMAIL' ? () => setAsking(true) : agreeToSms,
    /** the address is being asked for */
    asking,
    asked: () => setAsking(false),
    stop: () =>
      withdraw.mutate(
        { channel },
        {
          onSuccess: () => showNotice({ kind: 'success', title: channelWords[channel].stopped }),
        },
      ),
  }
}

/** Whether the portal has any way out: where it has none, no page speaks of one. */
export function useHasOutside(): boolean {
  const { data } = useQuery(outsideQuery())
  return data !== undefined && data.channels.length > 0
}
