import { type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type MessageDeliveries = StaffOutput<'GET /message/v1/deliveries'>
export type MessageChannelFigures = MessageDeliveries['channels'][number]
export type DeliveryFailure = MessageDeliveries['failures'][number]

const renewMs = 30_000

export const messageDeliveriesQuery = () => ({
  ...staffRead('GET /message/v1/deliveries', {}),
  refetchInterval: renewMs,
})

/** People who withdrew consent get no retried messages. */
export const useRetryDeliveries = () =>
  useStaffWrite('POST /message/v1/retry', ['GET /message/v1/deliveries', 'GET /todo/v1/list'])
