import type { Settings } from '../../../platform/settings.ts'

type FigureKey = {
  [Key in keyof Settings]: Settings[Key] extends number ? Key : never
}[keyof Settings]

export interface SettingFigureDefinition {
  key: FigureKey
  area: string
  title: string
  explained: string
  unit: string
  per: number
  min: number
  max: number
  /** Another figure of the same unit that limits this one. */
  bound?: { by: FigureKey; side: 'BELOW' | 'AT_MOST' | 'AT_LEAST' | 'ABOVE' }
}
