export { countComparablePictures } from './store/captures.ts'
export { listExamConsents, withdrawCameraConsents } from './store/consent.ts'
export { listPassSourceIds, lockAttemptsOfStudents } from './store/move-attempts.ts'
export { forgetRehearsalsAndExtraTime } from './store/people.ts'
