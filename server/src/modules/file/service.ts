/** What other modules may use of files: staff's uploads, students' own, and links to them. */
export { isPicture, madeCopy } from './policy.ts'
export { linkBeginning } from './service/beginning.ts'
export { addContentFile, addFromPieces } from './service/content.ts'
export { linkFor } from './service/linked.ts'
export { areOwnFiles, requireOwnFile } from './service/own-files.ts'
export { keepCopy, type OwnedFile, ownedFiles } from './service/owned.ts'
export {
  findDeskFiles,
  findPublicFiles,
  openPublicFile,
  type PublicFile,
} from './service/public.ts'
export {
  findLessonFiles,
  findUploaded,
  hasUploaded,
  type LessonFile,
  readAttachment,
  readUploaded,
} from './service/uploaded.ts'
export { missingFilesForStaff } from './service/verify.ts'
export {
  expireFiles,
  expireOwned,
  expireUnused,
  expireUploaded,
  // an upload that would be deleted unless it is used: it is
  keepForGood as keepUploaded,
  keepNoLonger,
} from './store/files.ts'
