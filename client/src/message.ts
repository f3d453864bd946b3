import { queryOptions } from '@tanstack/react-query'
import { type ClientInput, type ClientOutput, callClient } from './call.ts'
import { pagedQuery } from './pages.ts'
import { read, readPage, useWrite } from './query.ts'

export type Message = ClientOutput<'GET /message/v1/list'>['list'][number]

const renewMs = 60_000

export const messagesQuery = (input: ClientInput<'GET /message/v1/list'>) => readPage('GET /message/v1/list', input)

export const messagePageSize = 20

export const pagedMessagesQuery = (input: Pick<ClientInput<'GET /message/v1/list'>, 'unread'>) =>
  pagedQuery(['GET /message/v1/list', input], (page, signal) =>
    callClient('GET /message/v1/list', { ...input, page, pageSize: messagePageSize }, { signal }),
  )

/** The count is refetched every minute while a page is visible. */
export const unreadMessagesQuery = () =>
  queryOptions({
    ...read('GET /message/v1/unread', {}, { quiet: true }),
    refetchInterval: renewMs,
  })

const renewed = ['GET /message/v1/list', 'GET /message/v1/unread'] as const

/** Marking a read message again changes nothing. */
export const useReadMessage = () => useWrite('POST /message/v1/read', renewed)
/** Messages that arrive after the given time stay unread. */
export const useReadAllMessages = () => useWrite('POST /message/v1/read_all', renewed)

export type OutsideChannel = ClientOutput<'GET /message/v1/outside'>['channels'][number]

/** Lists the message channels outside of the portal and the consent to each (decision 026). */
export const outsideChannelsQuery = () => read('GET /message/v1/outside', {}, { quiet: true })

const outside = ['GET /message/v1/outside'] as const

export const useSendEmailCode = () => useWrite('POST /message/v1/send_email_code', [], { quiet: true })
export const useAgreeToEmailMessages = () => useWrite('POST /message/v1/agree_email', outside, { quiet: true })
/** Agrees to messages by SMS, which go to the phone number used for signing in. Repeating the call changes nothing. */
export const useAgreeToSmsMessages = () => useWrite('POST /message/v1/agree_sms', outside)
/** Withdraws the consent to a message channel and cancels messages that wait to be sent over it. */
export const useWithdrawOutsideConsent = () => useWrite('POST /message/v1/withdraw', outside)
