export { forgetSettledCorrections } from './store/corrections.ts'
export { forgetDeletedDataCopies } from './store/exports.ts'
