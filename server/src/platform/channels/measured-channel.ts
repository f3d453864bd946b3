import { measureChannelCall } from '../observability/channel-calls.ts'
import type { MessageChannel, Outcome } from './channel.ts'

/** The same channel, whose tries are timed and traced: never to whom, nor what about. */
export function measuredChannel(channel: MessageChannel): MessageChannel {
  const call = { channel: channel.name, operation: 'send', outcomeOf }
  return {
    ...channel,
    send: (message) => measureChannelCall(call, () => channel.send(message)),
  }
}

function outcomeOf({ state }: Outcome): 'refused' | 'failed' | undefined {
  return state === 'ACCEPTED' ? undefined : state === 'REFUSED' ? 'refused' : 'failed'
}
