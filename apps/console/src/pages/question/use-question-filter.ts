import type { QuestionFilter, QuestionType } from '@ce/client/staff/question.ts'
import { difficulties, questionTypes } from '@ce/contract/question-options'
import { useUrlFilters } from '../../components/use-url-filters.ts'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The list's filters as the address has them; whatever else stands there is not a filter. */
export function useQuestionFilter() {
  const { get, set, page, pageSize } = useUrlFilters()
  const idOf = (name: string) => {
    const value = get(name)
    return value && uuid.test(value) ? value : undefined
  }
  const state = get('state')
  const filter = {
    courseId: idOf('course'),
    type: questionTypes.find((type): type is QuestionType => type === get('type')),
    difficulty: difficulties.find((one) => String(one) === get('difficulty')),
    tag: get('tag')?.slice(0, 20),
    enabled: state === 'true' || state === 'false' ? state : undefined,
    importId: idOf('import'),
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
