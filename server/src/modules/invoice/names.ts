import { foldLetters } from '@ce/contract/fold-text'

/** Letters by their one code, signs and digits as those of a plain keyboard, nothing that is not seen. */
export function normalForm(text: string): string {
  return foldLetters(text)
    .normalize('NFKC')
    .replace(/\p{Cf}|\p{Variation_Selector}/gu, '')
}

/** A title as two of them are compared: brackets, dots, dashes, spaces and capitals make no other company. */
export function titleKey(title: string): string {
  return normalForm(title)
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
