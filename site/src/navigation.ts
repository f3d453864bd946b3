import { categoryOf } from '@ce/contract/categories'
import { desktopPath } from '@ce/contract/mobile'

/** The header's items (specification §2), in their order. */
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

/** The lists of people, below 首页. */
export const indexItems = ['expert', 'pharmacist'] as const
export type IndexItem = (typeof indexItems)[number]

export interface Highlight {
  item: NavigationKey | null
  /** the sub-item of 首页 */
  sub: IndexItem | null
}

/** Of a page that belongs to none of them. */
export const noHighlight: Highlight = { item: null, sub: null }
const single: Readonly<Record<string, NavigationKey>> = {
  index: 'home',
  guide: 'guide',
  aboutUs: 'aboutUs',
  courses: 'education',
  system: 'education',
}

/** Which item of the header a path highlights (specification §2, product §4 Public content), below /h5 as without it. */
export function highlightOf(pathname: string): Highlight {
  const [, first = '', name] = desktopPath(pathname).split('/')
  if (first !== 'list' && first !== 'detail')
    return { item: Object.hasOwn(single, first) ? (single[first] ?? null) : null, sub: null }
  const category = categoryOf(name)?.name
  if (!category) return noHighlight
  if (category === 'expert' || category === 'pharmacist') return { item: 'home', sub: category }
  if (category === 'guide' || category === 'news' || category === 'political')
    return { item: category, sub: null }
  return { item: category === 'aboutUs' ? 'aboutUs' : 'home', sub: null }
}
