export { dataCopyPurpose, isPictureFile } from './policy.ts'
export {
  // Call this when an uploaded file is used, because unused uploads expire.
  cancelFileDeletion as keepUploaded,
  deleteFileAfterDays,
  expireFiles,
  expireFilesOfStudents,
  expireUnusedFiles,
  expireUploadedFile,
} from './store/files.ts'
