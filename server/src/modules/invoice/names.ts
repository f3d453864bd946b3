import { foldForms } from '@ce/contract/fold-text'

/** A title as two of them are compared: brackets, dots, dashes, spaces and capitals make no other company. */
export function titleKey(title: string): string {
  return foldForms(title)
    .replace(/[〔【［[{〈《]/g, '(')
    .replace(/[〕】］\]}〉》]/g, ')')
    .replace(/[·•‧∙⋅・･.。]/g, '·')
    .replace(/\p{Dash}/gu, '-')
    .replace(/\s/g, '')
    .toUpperCase()
}

/** Of a person: the tax system adds that it is one. */
export function personKey(title: string): string {
  return titleKey(title).replace(/\(个人\)$/, '')
}
