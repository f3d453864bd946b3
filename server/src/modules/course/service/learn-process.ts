/** The calls are of this module, what stands behind them is study's. */
export { learnProcess, learnRecord } from '../../study/service.ts'
