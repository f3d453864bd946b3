/** 单位代缴: what other modules may use; the calls' own services lie in service/. */
export { tellOfEmployer } from './service/tell.ts'
export {
  forgetInvitations,
  forgetNames,
  insertInvitations as addInvitations,
  lockAnswersOf,
  moveInvitations,
} from './store/invitations.ts'
