/** 单位代缴: what other modules may use; the calls' own services lie in service/. */
export {
  forgetInvitations,
  forgetNames,
  insertInvitations as addInvitations,
  lockAnswersOf,
  moveInvitations,
} from './store/invitations.ts'
