import { SafetyCertificateOutlined } from '@ant-design/icons'
import type { PageRoute } from '../../page-route.ts'
import { paths } from '../../paths.ts'

export const certificationGrantRoutes: readonly PageRoute[] = [
  {
    path: paths.proofs(),
    handle: {
      title: '学时证明',
      permission: 'proof.read',
      menu: { group: '学时与证明', Icon: SafetyCertificateOutlined },
    },
    lazy: { Component: async () => (await import('./ProofListPage.tsx')).ProofListPage },
  },
  {
    path: paths.proof(':id'),
    handle: { title: '学时证明', permission: 'proof.read' },
    lazy: { Component: async () => (await import('./ProofPage.tsx')).ProofPage },
  },
]
