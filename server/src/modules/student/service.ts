/** What other modules may use of students: who they are, and what staff do to their accounts. */
export { maskIdNo, maskPhone } from '../../platform/masked-numbers.ts'
export {
  type Correction,
  closeAccount,
  correctPerson,
  findNumberHolder,
  newInitialPassword,
  setInitialPassword,
  staffEvent,
} from './service/account.ts'
export { erasedName, eraseIdentities, erasePerson } from './service/erase.ts'
export { lockOf, openLocks } from './service/guard.ts'
export { lockOwn, requireOwnPassword } from './service/profile.ts'
export { addImported } from './service/register.ts'
export {
  type AgreementDocument,
  type ConsentWay,
  insertWithdrawal,
  listAgreements,
} from './store/agreements.ts'
export {
  countNeverUsed,
  findStudent,
  hasPaidOrder,
  holdOpenAccounts,
  listNeverUsed,
  lockStudents,
  mergedAccounts,
  type StudentRow,
} from './store.ts'
export { photoUrl } from './view.ts'
