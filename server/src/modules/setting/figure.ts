import type { Settings } from '../../platform/settings.ts'

/** settings that are numbers */
type FigureKey = {
  [Key in keyof Settings]: Settings[Key] extends number ? Key : never
}[keyof Settings]

export interface Figure {
  key: FigureKey
  area: string
  title: string
  explained: string
  unit: string
  /** how many of the setting's own units make one `unit` */
  per: number
  /** in `unit`s */
  min: number
  max: number
  /** another figure of the same unit that it may not pass */
  bound?: { by: FigureKey; side: 'BELOW' | 'AT_MOST' | 'AT_LEAST' | 'ABOVE' }
}
