import { peopleCategories } from '@ce/contract'
import { firstWords } from '../../platform/first-words.ts'

/** What lists and feeds show under a title: the summary, or else the beginning of the text; of a person only what was written. */
export function shownSummary(
  item: { categoryId: number },
  { summary }: { summary: string },
  bodyText: string,
): string {
  return summary || peopleCategories.includes(item.categoryId) ? summary : firstWords(bodyText)
}
