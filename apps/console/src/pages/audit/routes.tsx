import { AuditOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'

export const auditRoutes: readonly PageRoute[] = [
  {
    path: '/audit',
    handle: {
      title: '操作日志',
      permission: 'audit.read',
      menu: { group: '系统', Icon: AuditOutlined },
    },
    lazy: { Component: async () => (await import('./AuditPage.tsx')).AuditPage },
  },
]
