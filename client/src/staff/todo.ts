import { type StaffOutput, staffRead } from '../staff-call.ts'

export type TodoQueue = StaffOutput<'GET /todo/v1/list'>['list'][number]

/** Asked again whenever the home is opened: somebody else may have emptied a queue meanwhile. */
export const todoQuery = () => ({ ...staffRead('GET /todo/v1/list', {}), staleTime: 0 })
