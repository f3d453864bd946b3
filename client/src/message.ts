import { queryOptions } from '@tanstack/react-query'
import { call, type Input, type Output } from './call.ts'
import { inPages } from './pages.ts'
import { read, readPage, useWrite } from './query.ts'

export type Message = Output<'GET /message/v1/list'>['list'][number]

const renewMs = 60_000

/** A page, newest first. */
export const messagesQuery = (input: Input<'GET /message/v1/list'>) =>
  readPage('GET /message/v1/list', input)

/** messages of one page */
export const messagePageSize = 20

/** The same page after page, as far as somebody scrolls. */
export const messagePagesQuery = (input: Pick<Input<'GET /message/v1/list'>, 'unread'>) =>
  inPages(['GET /message/v1/list', input], (page, signal) =>
    call('GET /message/v1/list', { ...input, page, pageSize: messagePageSize }, { signal }),
  )

/** How many are unread; asked again every minute while a page is looked at. */
export const unreadQuery = () =>
  queryOptions({
    ...read('GET /message/v1/unread', {}, { quiet: true }),
    refetchInterval: renewMs,
  })

const renewed = ['GET /message/v1/list', 'GET /message/v1/unread'] as const

/** A repeat changes nothing. */
export const useReadMessage = () => useWrite('POST /message/v1/read', renewed)
/** Those up to a moment: what came since stays unread. */
export const useReadAllMessages = () => useWrite('POST /message/v1/read_all', renewed)

/** A way out of the portal, and whether one agreed to it. */
export type Outside = Output<'GET /message/v1/outside'>['channels'][number]

/** E-mail and SMS: which of them this portal has, and what one agreed to (decision 026). */
export const outsideQuery = () => read('GET /message/v1/outside', {}, { quiet: true })

const outside = ['GET /message/v1/outside'] as const

/** the dialog shows what went wrong itself */
export const useSendEmailCode = () =>
  useWrite('POST /message/v1/send_email_code', [], { quiet: true })
/** With the code that was sent to the address. */
export const useAgreeToEmail = () =>
  useWrite('POST /message/v1/agree_email', outside, { quiet: true })
/** To the phone one signs in with; a repeat changes nothing. */
export const useAgreeToSms = () => useWrite('POST /message/v1/agree_sms', outside)
/** At once: what waits to be sent is not sent either. */
export const useWithdrawOutside = () => useWrite('POST /message/v1/withdraw', outside)
