import { type CategoryName, categoryByName } from '@ce/contract/categories'
import type { LoaderFunctionArgs } from 'react-router'
import { type Friendlink, type PosterItem, type SwiperItem, siteCallsOf } from './data.ts'

export type HomeListItem = Pick<PosterItem, 'id' | 'categoryId' | 'title' | 'publishedAt' | 'pinned'>
export type HomeCardItem = HomeListItem & Pick<PosterItem, 'coverUrl' | 'hasVideo'>
export type HomePersonItem = Pick<PosterItem, 'id' | 'categoryId' | 'title' | 'coverUrl' | 'titleCode' | 'summary'>

/** Items by category, pinned first, then newest. */
interface HomePosters {
  notice: HomeListItem[]
  news: HomeListItem[]
  political: HomeListItem[]
  law: HomeListItem[]
  technology: HomeCardItem[]
  technologyVideo: HomeCardItem[]
  lawVideo: HomeCardItem[]
  expert: HomePersonItem[]
  pharmacist: HomePersonItem[]
}

export interface HomeData {
  swipers: SwiperItem[]
  posters: HomePosters
  friendlinks: Friendlink[]
}

/** A failure of the friend links is ignored (docs/rules/screens.md#footer-and-floating-tools). */
export async function loadHome(args: LoaderFunctionArgs): Promise<HomeData> {
  const calls = siteCallsOf(args)
  const newest = async (name: CategoryName, pageSize: number) => {
    const input = { categoryId: categoryByName(name)?.id, page: 1, pageSize }
    return (await calls('GET /first_page/v1/posters_list', input)).list
  }
  const lines = async (name: CategoryName, size: number) => (await newest(name, size)).map(lineOf)
  const cards = async (name: CategoryName, size: number) => (await newest(name, size)).map(cardOf)
  const people = async (name: CategoryName, size: number) => (await newest(name, size)).map(personOf)
  const [swipers, friendlinks, notice, news, political, law, ...others] = await Promise.all([
    calls('GET /first_page/v1/swiper_list', {}),
    calls('GET /first_page/v1/friendlink_list', {}, { quiet: true }).catch(() => []),
    lines('notice', 7),
    lines('news', 7),
    lines('political', 6),
    lines('law', 6),
    cards('technology', 4),
    cards('technologyVideo', 4),
    cards('lawVideo', 4),
    people('expert', 6),
    people('pharmacist', 6),
  ])
  const [technology, technologyVideo, lawVideo, expert, pharmacist] = others
  const texts = { notice, news, political, law, technology }
  const posters = { ...texts, technologyVideo, lawVideo, expert, pharmacist }
  return { swipers, posters, friendlinks }
}

function lineOf({ id, categoryId, title, publishedAt, pinned }: PosterItem): HomeListItem {
  return { id, categoryId, title, publishedAt, pinned }
}

function cardOf(item: PosterItem): HomeCardItem {
  return { ...lineOf(item), coverUrl: item.coverUrl, hasVideo: item.hasVideo }
}

function personOf(item: PosterItem): HomePersonItem {
  const { id, categoryId, title, coverUrl, titleCode, summary } = item
  return { id, categoryId, title, coverUrl, titleCode, summary }
}
