export { exportYear } from './service/export.ts'
export { readYear, renewWanted } from './service/read.ts'
