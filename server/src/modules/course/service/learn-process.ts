/** The study module implements these calls of the course API. */

export { learnRecord } from '../../learning/study/service/record.ts'
export { learnProcess } from '../../learning/study/service.ts'
