/** 单位代缴: what other modules may use; the calls' own services lie in service/. */
export { tellNamed } from './service/tell.ts'
export { insertInvitations as addInvitations, moveInvitations } from './store/invitations.ts'
