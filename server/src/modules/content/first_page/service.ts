export type { LegalTextKind, LegalTextName } from './store/texts.ts'
