export {
  type AgreementDocument,
  type ConsentWay,
  insertCameraWithdrawal,
  listAgreements,
} from './store/agreements.ts'
export {
  countImportedWithoutSignIn,
  findStudent,
  hasPaidOrder,
  listImportedWithoutSignIn,
  listMergedAccounts as mergedAccounts,
  lockOpenAccountsForShare as holdOpenAccounts,
  lockStudents,
  type StudentRow,
} from './store.ts'
