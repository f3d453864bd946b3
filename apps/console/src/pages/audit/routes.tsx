import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const auditRoutes: readonly PageRoute[] = [
  {
    path: paths.audit(),
    handle: { title: '操作日志', permission: 'audit.read' },
    lazy: { Component: async () => (await import('./AuditPage.tsx')).AuditPage },
  },
]
