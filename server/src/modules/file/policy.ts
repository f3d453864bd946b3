import type { Permission } from '@ce/contract'
import type { StudentActor } from '../../platform/auth/sessions.ts'
import type { StaffActor } from '../../platform/auth/staff-sessions.ts'
import type { PictureUse, StaffPurpose } from './examine.ts'
import type { ShapeRule } from './picture-shape.ts'

export type UploadPurpose = 'AVATAR' | 'EVIDENCE' | 'CAPTURE' | 'REHEARSAL'

interface UploadLimit {
  maxBytes: number
  /** the same limit as a person reads it */
  limit: string
  /** the kinds as a person reads them; how each is told by its content is in examine.ts */
  allowed: string
}

interface UploadRule extends UploadLimit {
  mimes: readonly string[]
  /** of the pictures among them */
  shape: ShapeRule
  /** what they are shown as, where that asks for a size and sides */
  use?: PictureUse
}

/** a phone of 50 megapixels still passes */
const ofPhone: ShapeRule = { maxPixels: 60_000_000, exact: false }

const picture: UploadRule = {
  maxBytes: 2 * 1024 * 1024,
  limit: '2 MB',
  mimes: ['image/jpeg', 'image/png', 'image/webp'],
  allowed: 'JPG、PNG 或 WebP 图片',
  shape: ofPhone,
}

/** drawn by our own page from a camera, 4K at most */
const capture: UploadRule = { ...picture, shape: { maxPixels: 10_000_000, exact: true } }

/** What may be uploaded for what (product §4: evidence PDF/JPG/PNG up to 10 MB, checked by content). */
export const uploadRules: Record<UploadPurpose, UploadRule> = {
  AVATAR: { ...picture, use: 'AVATAR' },
  CAPTURE: capture,
  // goes the way of a capture, so that what stops one stops the other
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

/** What staff may upload for what. */
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
    allowed:
      'PDF、DOCX、XLSX、PPTX、OFD、ZIP、JPG 或 PNG 文件（旧版 .doc、.xls、.ppt 请另存为新格式）',
  },
  IMPORT: { ...limitOf(100), allowed: 'ZIP、Word（.docx）、Markdown 或 HTML 文件' },
  ROSTER: { ...limitOf(10), allowed: 'Excel（.xlsx）或 CSV 文件' },
  FONT: { ...limitOf(64), allowed: 'TTF、OTF、TTC、WOFF 或 WOFF2 字体' },
  INVOICE: { ...limitOf(10), allowed: 'PDF、OFD 或 XML 发票文件' },
  MONEY: { ...limitOf(10), allowed: 'PDF、JPG 或 PNG 文件' },
  QUESTIONS: { ...limitOf(20), allowed: 'Excel（.xlsx）、CSV、GIFT 或 Aiken 文件' },
}

const publicPurposes: readonly string[] = ['COVER', 'PICTURE', 'VIDEO', 'CAPTIONS', 'ATTACHMENT']

/** Whether it is of the public pages. */
export function isPublic(file: { purpose: string }): boolean {
  return publicPurposes.includes(file.purpose)
}

/**
 * Whether everybody with the address may have it now (decision 041). A draft's files are open: their random ids are told to nobody before
 * publication. Once readers were given it, it is open as long as something shows it.
 */
export function isOpen(file: { purpose: string; wasShown: boolean; shownNow: boolean }): boolean {
  return isPublic(file) && (!file.wasShown || file.shownNow)
}

/** uploaded by staff, or drawn by us */
const picturePurposes: readonly string[] = ['PICTURE', 'COVER']

/** Whether a page may show it as a picture. */
export function isPicture(file: { purpose: string }): boolean {
  return picturePurposes.includes(file.purpose)
}

/** Whose desk needs which kind of file: one of these permissions. */
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

/** What is uploaded is soon public: only those may whose desk shows it. */
export function mayUpload(staff: Pick<StaffActor, 'permissions'>, purpose: StaffPurpose): boolean {
  return uploaders[purpose].some((permission) => staff.permissions.has(permission))
}

/** An upload is continued by who began it, and by nobody else. */
export function mayContinueUpload(
  staff: Pick<StaffActor, 'staffId'>,
  upload: { staffId: string; state: string },
): boolean {
  return upload.staffId === staff.staffId && upload.state !== 'ABANDONED'
}

/** What a member of staff uploaded for a purpose, read back for that purpose. */
export function mayReadUploaded(
  staffId: string,
  file: { staffId: string | null; purpose: string },
  purpose: StaffPurpose,
): boolean {
  return file.staffId === staffId && file.purpose === purpose
}

/** A student's own file, of the purpose it is to be used for. */
export function mayUseFile(
  student: Pick<StudentActor, 'studentId'>,
  file: { ownerId: string | null; purpose: string },
  purpose: string,
): boolean {
  return file.ownerId === student.studentId && file.purpose === purpose
}

/** what a course is made of */
const coursePurposes: readonly string[] = ['LESSON', 'LESSON_CAPTIONS', 'COVER']

/** Whether a lesson may be made of it. */
export function isOfLesson(file: { purpose: string }): boolean {
  return file.purpose === 'LESSON' || file.purpose === 'LESSON_CAPTIONS'
}

/** a copy of all that is kept about one student */
export const madeCopy = 'EXPORT'

/** Lessons, and copies of one's data, are opened only by addresses that are bound to a sign-in. */
export function needsHolder(file: { purpose: string }): boolean {
  return file.purpose === 'LESSON' || file.purpose === madeCopy
}

/** With a valid link of their own: what they uploaded, and what every learner may watch. */
export function mayOpenFile(
  studentId: string,
  file: { ownerId: string | null; purpose: string },
): boolean {
  if (coursePurposes.includes(file.purpose)) return true
  return file.ownerId === studentId
}
