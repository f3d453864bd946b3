import { ChannelRefusal } from '../../../platform/payments/channel-refusal.ts'

/**
 * What a failed question about a refund is to staff: the channel's own words where it has refused in Chinese, and else only that it
 * refused, or gave no answer that we know.
 */
export function wordsOfChannel(error: unknown): {
  answer: 'REFUSED' | 'UNANSWERED'
  words: string | null
} {
  if (!(error instanceof ChannelRefusal) || error.unable)
    return { answer: 'UNANSWERED', words: null }
  const chinese = /\p{Script=Han}.*$/su.exec(error.message)?.[0].slice(0, 160) ?? ''
  return { answer: 'REFUSED', words: chinese ? `${chinese}（${error.code}）` : error.code || null }
}
