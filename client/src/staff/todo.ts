import { type StaffOutput, staffRead } from '../staff-call.ts'

export type TodoQueue = StaffOutput<'GET /todo/v1/list'>['list'][number]

/** Lists the queues of open work. Each visit refetches them, because others may have worked on them. */
export const todoQuery = () => ({ ...staffRead('GET /todo/v1/list', {}), staleTime: 0 })
