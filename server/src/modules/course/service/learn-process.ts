/** The call is of this module, the judge behind it is study's. */
export { learnProcess } from '../../study/service.ts'
