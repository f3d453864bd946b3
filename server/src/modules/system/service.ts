export { forgetReports } from './service/forget-reports.ts'
export { readStatus } from './service/read-status.ts'
export { takeReport } from './service/take-report.ts'
