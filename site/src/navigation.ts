import { categoryByName } from '@ce/contract/categories'
import { desktopPathOf } from '@ce/contract/mobile'

/** The header's items in order (docs/rules/screens.md#header). */
export const navigation = [
  { key: 'home', title: '首页' },
  { key: 'guide', title: '注册指南' },
  { key: 'education', title: '继续教育' },
  { key: 'news', title: '新闻' },
  { key: 'political', title: '政策' },
  { key: 'grant', title: '学时查询' },
  { key: 'aboutUs', title: '联系我们' },
] as const

export type NavigationKey = (typeof navigation)[number]['key']

/** The two lists of people in the menu of 首页. */
export const homeMenuItems = ['expert', 'pharmacist'] as const
export type HomeMenuItem = (typeof homeMenuItems)[number]

export interface HeaderHighlight {
  item: NavigationKey | null
  /** The selected item below 首页. */
  sub: HomeMenuItem | null
}

/** Used for pages that belong to no header item. */
export const noHeaderHighlight: HeaderHighlight = { item: null, sub: null }
const single: Readonly<Record<string, NavigationKey>> = {
  index: 'home',
  guide: 'guide',
  aboutUs: 'aboutUs',
  courses: 'education',
  system: 'education',
}

/** Returns the header item of a path, with or without /h5 (docs/rules/screens.md#header). */
export function headerHighlightOf(pathname: string): HeaderHighlight {
  const [, first = '', name] = desktopPathOf(pathname).split('/')
  if (first !== 'list' && first !== 'detail')
    return { item: Object.hasOwn(single, first) ? (single[first] ?? null) : null, sub: null }
  const category = categoryByName(name)?.name
  if (!category) return noHeaderHighlight
  if (category === 'expert' || category === 'pharmacist') return { item: 'home', sub: category }
  if (category === 'guide' || category === 'news' || category === 'political') return { item: category, sub: null }
  return { item: category === 'aboutUs' ? 'aboutUs' : 'home', sub: null }
}
