import { type StaffOutput, staffRead } from '../staff-call.ts'

export type SystemStatus = StaffOutput<'GET /system/v1/status'>

/** as often as processes report themselves */
const renewMs = 15_000

/** How the portal fares; asked again every 15 s while somebody looks at it. */
export const systemStatusQuery = () => ({
  // the page says itself that it could not be renewed
  ...staffRead('GET /system/v1/status', {}, { quiet: true }),
  staleTime: 0,
  refetchInterval: renewMs,
})
