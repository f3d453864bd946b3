import { type StaffOutput, staffRead, useStaffWrite } from '../staff-call.ts'

export type Deliveries = StaffOutput<'GET /message/v1/deliveries'>
export type ChannelFigures = Deliveries['channels'][number]
export type DeliveryFailure = Deliveries['failures'][number]

const renewMs = 30_000

/** The job sends by the minute. */
export const deliveriesQuery = () => ({
  ...staffRead('GET /message/v1/deliveries', {}),
  refetchInterval: renewMs,
})

/** All that failed in one way for one reason; not to those who withdrew their consent. */
export const useRetryDeliveries = () =>
  useStaffWrite('POST /message/v1/retry', ['GET /message/v1/deliveries', 'GET /todo/v1/list'])
