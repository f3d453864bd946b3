import type { StudentActor } from '../../platform/auth/sessions.ts'

export type UploadPurpose = 'AVATAR' | 'EVIDENCE' | 'CAPTURE'

interface UploadRule {
  maxBytes: number
  /** the same limit as a person reads it */
  limit: string
  mimes: readonly string[]
  /** the same kinds as a person reads them */
  allowed: string
}

const picture: UploadRule = {
  maxBytes: 2 * 1024 * 1024,
  limit: '2 MB',
  mimes: ['image/jpeg', 'image/png', 'image/webp'],
  allowed: 'JPG、PNG 或 WebP 图片',
}

/** What may be uploaded for what (product §4: evidence PDF/JPG/PNG up to 10 MB, checked by content). */
export const uploadRules: Record<UploadPurpose, UploadRule> = {
  AVATAR: picture,
  CAPTURE: picture,
  EVIDENCE: {
    maxBytes: 10 * 1024 * 1024,
    limit: '10 MB',
    mimes: ['application/pdf', 'image/jpeg', 'image/png'],
    allowed: 'PDF、JPG 或 PNG 文件',
  },
}

/** A student's own file, of the purpose it is to be used for. */
export function mayUseFile(
  student: Pick<StudentActor, 'studentId'>,
  file: { ownerId: string | null; purpose: string },
  purpose: string,
): boolean {
  return file.ownerId === student.studentId && file.purpose === purpose
}

/** With a valid link of their own: what they uploaded, and what every learner may watch. */
export function mayOpenFile(
  studentId: string,
  file: { ownerId: string | null; purpose: string },
): boolean {
  if (file.purpose === 'LESSON' || file.purpose === 'COVER') return true
  return file.ownerId === studentId
}
