import type { QuestionFilter } from '@ce/client/staff/question.ts'
import { difficulties, questionTypes } from '@ce/contract/question-options'
import { useUrlFilters } from '../../components/use-url-filters.ts'

/** The list's filters as the address has them; whatever else stands there is not a filter. */
export function useQuestionFilter() {
  const { get, oneOf, id, set, page, pageSize } = useUrlFilters()
  const filter = {
    courseId: id('course'),
    type: oneOf('type', questionTypes),
    difficulty: difficulties.find((one) => String(one) === get('difficulty')),
    tag: get('tag')?.slice(0, 20),
    enabled: oneOf('state', ['true', 'false']),
    importId: id('import'),
    keyword: get('keyword')?.slice(0, 50),
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
          ['type', 'difficulty', 'tag', 'state', 'import', 'keyword'].map((name) => [
            name,
            undefined,
          ]),
        ),
      ),
  }
}

export type QuestionFilters = ReturnType<typeof useQuestionFilter>
