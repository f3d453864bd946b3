import { z } from 'zod'

/** A number of an order, a refund or a payment, ours or the channel's; anything else is nobody's, and no text for a database. */
export const channelNumber = z.string().regex(/^[\w*|@-]{1,64}$/)

export const isChannelNumber = (text: string): boolean => channelNumber.safeParse(text).success
