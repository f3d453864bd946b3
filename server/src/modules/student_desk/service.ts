/** Nothing else uses the students desk; the calls' own services lie in service/. */
export { deskList } from './service/read.ts'
