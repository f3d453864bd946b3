export type HostileFileUse =
  | 'ROSTER'
  | 'QUESTIONS'
  | 'EMPLOYER'
  | 'IMPORT'
  | 'PICTURE'
  | 'LESSON'
  | 'LESSON_CAPTIONS'
  | 'VIDEO'
  | 'ATTACHMENT'
  | 'INVOICE'
  | 'FONT'
  | 'CAPTURE'
  | 'EVIDENCE'
  | 'TEXT'

/** Hostile files are generated when they are needed. */
export interface HostileFile {
  name: string
  use: HostileFileUse
  fileName: string
  make(): Buffer
  /** Text of the refusal; null when the file is accepted without its harmful part. */
  says: string | null
}
