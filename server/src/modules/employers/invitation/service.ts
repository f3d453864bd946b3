export {
  forgetInvitations,
  forgetInvitedNames,
  insertInvitations as addInvitations,
  lockAnswersOfStudents,
  moveInvitations,
} from './store/invitations.ts'
