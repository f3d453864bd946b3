/** Which call of the portal takes such a file. */
export type HostileUse =
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

/** A file that somebody made to harm a portal, or that broke on its way: each is made by code when it is needed. */
export interface HostileFile {
  /** what it does, as a fact */
  name: string
  use: HostileUse
  fileName: string
  make(): Buffer
  /** part of the sentence that its sender reads; null: it is harmless once its harmful part is left out, and taken */
  says: string | null
}
