import { read } from './query.ts'

export const grantQuery = (year?: number) => read('GET /certification_grant/v1/query', { year })
export const grantInfoQuery = (id: string) => read('GET /certification_grant/v1/info', { id })
/** Public: by code; with a name it also answers whether the name matches. */
export const verifyQuery = (code: string, name?: string) =>
  read('GET /certification_grant/v1/verify', { code, name })
