import type { QuestionFilter } from '@ce/client/staff/question.ts'
import { questionTypes } from '@ce/contract/question-options'
import { useUrlFilters } from '../../components/use-url-filters.ts'

/** The list's filters as the address has them; the server refuses what is none. */
export function useQuestionFilter() {
  const { get, choice, number, set, page, pageSize } = useUrlFilters()
  const filter = {
    courseId: get('course'),
    type: choice('type', questionTypes),
    difficulty: number('difficulty'),
    tag: get('tag'),
    enabled: choice('state', ['true', 'false']),
    importId: get('import'),
    finding: choice('finding', ['OPEN', 'SERIOUS', 'MINOR', 'ACCEPTED']),
    keyword: get('keyword'),
  } satisfies QuestionFilter
  const { courseId, ...narrower } = filter
  return {
    filter,
    page,
    pageSize,
    set,
    /** something besides the course is asked for */
    narrowed: Object.values(narrower).some((value) => value !== undefined),
    /** every filter but the course */
    clear: () =>
      set(
        Object.fromEntries(
          ['type', 'difficulty', 'tag', 'state', 'import', 'finding', 'keyword'].map((name) => [
            name,
            undefined,
          ]),
        ),
      ),
  }
}

export type QuestionFilters = ReturnType<typeof useQuestionFilter>
