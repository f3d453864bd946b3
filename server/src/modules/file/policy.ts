import type { Permission } from '@ce/contract'
import type { StaffActor, StudentActor } from '../../platform/auth/sessions.ts'
import type { PictureUse, StaffPurpose } from './examine.ts'
import type { StudentPictureLimits } from './picture-shape.ts'

export type UploadPurpose = 'AVATAR' | 'EVIDENCE' | 'CAPTURE' | 'REHEARSAL'

interface UploadLimit {
  maxBytes: number
  limit: string
  /** Allowed file types as text for people; `examine.ts` checks the content. */
  allowed: string
}

interface UploadRule extends UploadLimit {
  mimes: readonly string[]
  shape: StudentPictureLimits
  /** Required size and aspect ratio of a picture for its display. */
  use?: PictureUse
}

/** The limit of 60 million pixels allows photos of phones with 50 megapixels. */
const ofPhone: StudentPictureLimits = { maxPixels: 60_000_000, exact: false }

const picture: UploadRule = {
  maxBytes: 2 * 1024 * 1024,
  limit: '2 MB',
  mimes: ['image/jpeg', 'image/png', 'image/webp'],
  allowed: 'JPG、PNG 或 WebP 图片',
  shape: ofPhone,
}

/** Captures come from a camera of at most 4K. */
const capture: UploadRule = { ...picture, shape: { maxPixels: 10_000_000, exact: true } }

/** Size and type limits of the files that students upload (docs/rules/limits.md#files). */
export const uploadRules: Record<UploadPurpose, UploadRule> = {
  AVATAR: { ...picture, use: 'AVATAR' },
  CAPTURE: capture,
  // A rehearsal uses the rules of a capture, so that it detects the same problems.
  REHEARSAL: capture,
  EVIDENCE: {
    maxBytes: 10 * 1024 * 1024,
    limit: '10 MB',
    mimes: ['application/pdf', 'image/jpeg', 'image/png'],
    allowed: 'PDF、JPG 或 PNG 文件',
    shape: ofPhone,
  },
}

const megabyte = 1024 * 1024
const limitOf = (megabytes: number) => ({
  maxBytes: megabytes * megabyte,
  limit: `${megabytes} MB`,
})

export const staffUploadRules: Record<StaffPurpose, UploadLimit> = {
  LESSON: {
    maxBytes: 4096 * megabyte,
    limit: '4 GB',
    allowed: 'MP4 视频（H.264 画面、AAC 声音）',
  },
  LESSON_CAPTIONS: { ...limitOf(1), allowed: 'SRT 或 WebVTT 字幕' },
  PICTURE: { ...limitOf(20), allowed: 'JPG、PNG、WebP、GIF 或 AVIF 图片' },
  VIDEO: { ...limitOf(500), allowed: 'MP4 视频（H.264 画面、AAC 声音）' },
  CAPTIONS: { ...limitOf(1), allowed: 'SRT 或 WebVTT 字幕' },
  ATTACHMENT: {
    ...limitOf(50),
    allowed: 'PDF、DOCX、XLSX、PPTX、OFD、ZIP、JPG 或 PNG 文件（旧版 .doc、.xls、.ppt 请另存为新格式）',
  },
  IMPORT: { ...limitOf(100), allowed: 'ZIP、Word（.docx）、Markdown 或 HTML 文件' },
  ROSTER: { ...limitOf(10), allowed: 'Excel（.xlsx）或 CSV 文件' },
  FONT: { ...limitOf(64), allowed: 'TTF、OTF、TTC、WOFF 或 WOFF2 字体' },
  INVOICE: { ...limitOf(10), allowed: 'PDF、OFD 或 XML 发票文件' },
  MONEY: { ...limitOf(10), allowed: 'PDF、JPG 或 PNG 文件' },
  QUESTIONS: { ...limitOf(20), allowed: 'Excel（.xlsx）、CSV、GIFT 或 Aiken 文件' },
}

const publicPurposes: readonly string[] = ['COVER', 'PICTURE', 'VIDEO', 'CAPTIONS', 'ATTACHMENT']

export function isPublicFile(file: { purpose: string }): boolean {
  return publicPurposes.includes(file.purpose)
}

/**
 * A file that was never shown is open, because nobody knows its id; later it is open only while shown (decision 041).
 */
export function isOpenToReaders(file: { purpose: string; wasShown: boolean; shownNow: boolean }): boolean {
  return isPublicFile(file) && (!file.wasShown || file.shownNow)
}

const picturePurposes: readonly string[] = ['PICTURE', 'COVER']

export function isPictureFile(file: { purpose: string }): boolean {
  return picturePurposes.includes(file.purpose)
}

const uploaders: Record<StaffPurpose, readonly Permission[]> = {
  LESSON: ['teaching.edit'],
  LESSON_CAPTIONS: ['teaching.edit'],
  PICTURE: ['poster.edit', 'poster.import', 'site.edit', 'teaching.edit'],
  VIDEO: ['poster.edit', 'poster.import'],
  CAPTIONS: ['poster.edit', 'poster.import'],
  ATTACHMENT: ['poster.edit', 'poster.import'],
  IMPORT: ['poster.import'],
  QUESTIONS: ['question.edit'],
  ROSTER: ['student.import'],
  INVOICE: ['invoice.issue'],
  MONEY: ['finance.resolve', 'finance.refund'],
  FONT: ['proof.font'],
}

/** Each purpose of an upload needs one of its permissions, because many of these files are published later. */
export function mayUpload(staff: Pick<StaffActor, 'permissions'>, purpose: StaffPurpose): boolean {
  return uploaders[purpose].some((permission) => staff.permissions.has(permission))
}

/** A permission that was taken away ends an upload too. */
export function mayContinueUpload(
  staff: Pick<StaffActor, 'staffId' | 'permissions'>,
  upload: { staffId: string; state: string; purpose: StaffPurpose },
): boolean {
  return upload.staffId === staff.staffId && upload.state !== 'ABANDONED' && mayUpload(staff, upload.purpose)
}

export function mayReadUpload(
  staffId: string,
  file: { staffId: string | null; purpose: string },
  purpose: StaffPurpose,
): boolean {
  return file.staffId === staffId && file.purpose === purpose
}

export function mayUseFile(
  student: Pick<StudentActor, 'studentId'>,
  file: { ownerId: string | null; purpose: string },
  purpose: string,
): boolean {
  return file.ownerId === student.studentId && file.purpose === purpose
}

const coursePurposes: readonly string[] = ['LESSON', 'LESSON_CAPTIONS', 'COVER']

export function isLessonFile(file: { purpose: string }): boolean {
  return file.purpose === 'LESSON' || file.purpose === 'LESSON_CAPTIONS'
}

export const dataCopyPurpose = 'EXPORT'

/** Rows that were moved out of the database. Only the server reads these files. */
export const sealedPurpose = 'SEALED'

/** Lesson files and data copies open only through links that are bound to one session. */
export function needsSessionLink(file: { purpose: string }): boolean {
  return file.purpose === 'LESSON' || file.purpose === dataCopyPurpose
}

export function mayOpenFile(studentId: string, file: { ownerId: string | null; purpose: string }): boolean {
  if (coursePurposes.includes(file.purpose)) return true
  return file.ownerId === studentId
}
