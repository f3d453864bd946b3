/** Nothing else reviews captures; the calls' own services lie in service/. */
export { reviewList } from './service/read.ts'
