import { type StaffOutput, staffRead } from '../staff-call.ts'

export type SystemStatus = StaffOutput<'GET /system/v1/status'>

/** Milliseconds between two requests for the system status. The server's processes report at the same interval. */
const renewMs = 15_000

/** The status is refetched every 15 s while it is shown. */
export const systemStatusQuery = () => ({
  // The page itself shows a failed refresh.
  ...staffRead('GET /system/v1/status', {}, { quiet: true }),
  staleTime: 0,
  refetchInterval: renewMs,
})
