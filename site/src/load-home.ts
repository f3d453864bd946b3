import { type CategoryName, categoryOf } from '@ce/contract/categories'
import type { LoaderFunctionArgs } from 'react-router'
import { callsOf, type Friendlink, type PosterItem, type SwiperItem } from './data.ts'

// what the home page does not show of an item would only make its document longer

/** One line of a list. */
export type LineItem = Pick<PosterItem, 'id' | 'categoryId' | 'title' | 'publishedAt' | 'pinned'>
/** A picture with a title. */
export type CardItem = LineItem & Pick<PosterItem, 'coverUrl' | 'hasVideo'>
/** A portrait: an expert, a pharmacist. */
export type PersonItem = Pick<
  PosterItem,
  'id' | 'categoryId' | 'title' | 'coverUrl' | 'titleCode' | 'summary'
>

/** By category: pinned first, then newest first. */
interface HomePosters {
  notice: LineItem[]
  news: LineItem[]
  political: LineItem[]
  law: LineItem[]
  technology: CardItem[]
  technologyVideo: CardItem[]
  lawVideo: CardItem[]
  expert: PersonItem[]
  pharmacist: PersonItem[]
}

export interface HomeData {
  swipers: SwiperItem[]
  posters: HomePosters
  friendlinks: Friendlink[]
}

/** The home page (specification §2). A failure of the friend links is silently ignored (specification §8). */
export async function loadHome(args: LoaderFunctionArgs): Promise<HomeData> {
  const calls = callsOf(args)
  const newest = async (name: CategoryName, pageSize: number) => {
    const input = { categoryId: categoryOf(name)?.id, page: 1, pageSize }
    return (await calls('GET /first_page/v1/posters_list', input)).list
  }
  const lines = async (name: CategoryName, size: number) => (await newest(name, size)).map(lineOf)
  const cards = async (name: CategoryName, size: number) => (await newest(name, size)).map(cardOf)
  const people = async (name: CategoryName, size: number) =>
    (await newest(name, size)).map(personOf)
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

function lineOf({ id, categoryId, title, publishedAt, pinned }: PosterItem): LineItem {
  return { id, categoryId, title, publishedAt, pinned }
}

function cardOf(item: PosterItem): CardItem {
  return { ...lineOf(item), coverUrl: item.coverUrl, hasVideo: item.hasVideo }
}

function personOf(item: PosterItem): PersonItem {
  const { id, categoryId, title, coverUrl, titleCode, summary } = item
  return { id, categoryId, title, coverUrl, titleCode, summary }
}
