import { categoryById } from '@ce/contract/categories'
import type { PosterItem } from './data.ts'

/** A simple mark for each category, in a 48 × 48 box. */
const marks: Readonly<Record<string, string>> = {
  notice: 'M8 20v8h6l14 8V12l-14 8zM34 18c4 3 4 9 0 12',
  guide: 'M10 10h11c3 0 3 3 3 3s0-3 3-3h11v26H27l-3 2-3-2H10zM24 13v25',
  education: 'M4 19 24 10l20 9-20 9zM12 24v9c7 6 17 6 24 0v-9',
  news: 'M8 11h26v26H8zM34 19h6v15a3 3 0 0 1-6 0M13 17h16M13 24h16M13 31h9',
  political: 'M8 20h32L24 9zM12 20v15M20 20v15M28 20v15M36 20v15M7 38h34',
  technology: 'M19 8h10M21 8v11l-9 17c-1 2 0 3 2 3h20c2 0 3-1 2-3l-9-17V8M17 29h14',
  aboutUs: 'M8 13h32v23H8zM8 14l16 13 16-13',
  law: 'M24 8v31M15 39h18M10 14h28M10 14l-5 13h10zM38 14l-5 13h10z',
  person: 'M24 9a7 7 0 1 0 0 14 7 7 0 0 0 0-14M9 39c1-9 7-12 15-12s14 3 15 12',
  video: 'M18 13v22l18-11z',
}

function markOf(name: string, hasVideo: boolean): string {
  return marks[hasVideo ? 'video' : name] ?? marks.person ?? ''
}

/** Backgrounds with different circles, so that neighbours differ. */
const grounds = [
  'M132-38a58 58 0 1 0 0 116 58 58 0 0 0 0-116M22 62a44 44 0 1 0 0 88 44 44 0 0 0 0-88',
  'M148 18a66 66 0 1 0 0 132 66 66 0 0 0 0-132M58-56a34 34 0 1 0 0 68 34 34 0 0 0 0-68',
  'M74 38a62 62 0 1 0 0 124 62 62 0 0 0 0-124M158-46a40 40 0 1 0 0 80 40 40 0 0 0 0-80',
] as const

/** Chooses a background that is always the same for an item. */
function groundOf(title: string): string | undefined {
  const sum = [...title].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return grounds[sum % grounds.length]
}

interface CoverProps {
  item: Pick<PosterItem, 'categoryId' | 'title' | 'coverUrl' | 'hasVideo'>
  /** True for a picture that is visible at once, so that it is not loaded lazily. */
  eager?: boolean
}

/** An item without a picture gets a drawn cover. */
export function ItemCover({ item, eager = false }: CoverProps) {
  if (item.coverUrl)
    return (
      <img
        className="cover"
        src={item.coverUrl}
        alt=""
        width={480}
        height={270}
        {...(eager ? {} : { loading: 'lazy' as const })}
      />
    )
  const name = categoryById(item.categoryId)?.name ?? ''
  return (
    <span className={`cover cover-drawn ui-light cover-${name}`} aria-hidden="true">
      <svg viewBox="0 0 160 90" aria-hidden="true">
        <path d={groundOf(item.title)} />
        <path className="cover-mark" d={markOf(name, item.hasVideo)} />
      </svg>
      <span className="cover-title">{item.title}</span>
    </span>
  )
}
