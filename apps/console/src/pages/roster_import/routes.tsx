import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

/** The URL contains the kind and the id of the current import. */
export const rosterImportRoutes: readonly PageRoute[] = [
  {
    path: paths.rosterImport(),
    handle: { title: '导入学员与公需学时', permission: 'student.import' },
    lazy: { Component: async () => (await import('./RosterImportPage.tsx')).RosterImportPage },
  },
  {
    path: paths.rosterImports(),
    handle: { title: '导入记录', permission: 'student.import' },
    lazy: { Component: async () => (await import('./RosterImportsPage.tsx')).RosterImportsPage },
  },
]
