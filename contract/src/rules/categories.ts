/** A category has a name in addresses, an id on the wire and a title on screen (docs/rules/content.md#categories). */
export const categories = [
  { id: 1, name: 'notice', title: '通知公告' },
  { id: 2, name: 'guide', title: '注册指南' },
  { id: 27, name: 'education', title: '继续教育' },
  { id: 28, name: 'news', title: '新闻动态' },
  { id: 29, name: 'political', title: '政策文件' },
  { id: 31, name: 'technology', title: '科普文章' },
  { id: 32, name: 'technologyVideo', title: '科普视频' },
  { id: 33, name: 'aboutUs', title: '联系我们' },
  { id: 35, name: 'law', title: '法律法规' },
  { id: 36, name: 'lawVideo', title: '普法视频' },
  { id: 38, name: 'expert', title: '专家介绍' },
  { id: 39, name: 'pharmacist', title: '药师介绍' },
] as const

export type CategoryName = (typeof categories)[number]['name']
export type CategoryId = (typeof categories)[number]['id']

export function categoryByName(name: string | undefined) {
  return categories.find((category) => category.name === name)
}

export function categoryById(id: number) {
  return categories.find((category) => category.id === id)
}

export const videoCategories: readonly number[] = [32, 36]
/** Items of these categories are people with a photo and a title code. */
export const peopleCategories: readonly number[] = [38, 39]
