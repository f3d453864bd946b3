import { UserOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const studentDeskRoutes: readonly PageRoute[] = [
  {
    path: paths.students(),
    handle: {
      title: '学员',
      permission: 'student.read',
      menu: { group: '学员', Icon: UserOutlined },
    },
    lazy: { Component: async () => (await import('./StudentListPage.tsx')).StudentListPage },
  },
  {
    path: paths.studentMerges(),
    handle: { title: '合并重复账号', permission: 'student.read' },
    lazy: { Component: async () => (await import('./MergesPage.tsx')).MergesPage },
  },
  {
    path: paths.student(':id'),
    handle: { title: '学员资料', permission: 'student.read' },
    lazy: { Component: async () => (await import('./StudentPage.tsx')).StudentPage },
  },
]
