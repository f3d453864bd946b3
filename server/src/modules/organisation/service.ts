/** 用人单位: who they are; the calls' own services lie in service/. */
export { addOrganisation } from './service/desk.ts'
