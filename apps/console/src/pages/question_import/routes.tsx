import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** The URL contains the id of the current import. */
export const questionImportRoutes: readonly PageRoute[] = [
  {
    path: paths.questionImport(),
    handle: { title: '导入试题', permission: 'question.edit' },
    lazy: { Component: async () => (await import('./QuestionImportPage.tsx')).QuestionImportPage },
  },
  {
    path: paths.questionImports(),
    handle: { title: '试题导入记录', permission: 'question.edit' },
    lazy: {
      Component: async () => (await import('./QuestionImportsPage.tsx')).QuestionImportsPage,
    },
  },
]
