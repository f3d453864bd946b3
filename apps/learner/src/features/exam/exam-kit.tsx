import type { ComponentType, ReactNode } from 'react'
import { partsOf } from '../../components/parts.tsx'

interface ChoiceProps<Value extends string> {
  /** what is chosen among */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** What only the exam's pages need beside the kit, as an app draws it. */
export interface ExamKit {
  Radios: ComponentType<ChoiceProps<'CAMERA' | 'MANUAL'>>
  Segments: ComponentType<ChoiceProps<'paper' | 'practice' | 'log'>>
  Select: ComponentType<Omit<ChoiceProps<string>, 'value'> & { value: string | undefined }>
  Check: ComponentType<{
    checked: boolean
    disabled?: boolean
    onChange: (checked: boolean) => void
    children: ReactNode
  }>
  Switch: ComponentType<{
    labelledBy: string
    checked: boolean
    onChange: (checked: boolean) => void
  }>
  /** from the lower edge */
  Drawer: ComponentType<{
    title: string
    open: boolean
    className: string | undefined
    onClose: () => void
    children: ReactNode
  }>
  /** the frame before and after an attempt */
  Frame: ComponentType<{
    title: string
    /** which course's */
    course?: string
    /** the page below this one; `label`: what the way there is called where the page shows no other */
    back?: { to: string; label?: string }
    children: ReactNode
  }>
  /** a word in passing */
  useTell: () => (kind: 'success' | 'error', text: string) => void
}

export const [ExamKitProvider, useExamKit] = partsOf<ExamKit>('exam kit')
