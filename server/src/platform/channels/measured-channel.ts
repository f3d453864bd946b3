import { measureChannelCall } from '../observability/channel-calls.ts'
import type { MessageChannel, Outcome } from './channel.ts'

/** The same channel, whose tries are timed and traced: never to whom, nor what about. */
export function measuredChannel(channel: MessageChannel): MessageChannel {
  const call = { channel: channel.name, operation: 'send', judge }
  return {
    ...channel,
    send: (message) => measureChannelCall(call, () => channel.send(message)),
  }
}

function judge(answer: Outcome) {
  if (answer.state === 'ACCEPTED') return { outcome: 'done' as const }
  if (answer.state === 'REFUSED') return { outcome: 'refused' as const }
  return { outcome: 'failed' as const, code: answer.reason }
}
