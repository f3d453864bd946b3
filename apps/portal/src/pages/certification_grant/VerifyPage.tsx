import '@ce/site/site.css'
import { SiteLayout } from '@ce/site/SiteLayout.tsx'
import { VerifyView } from '@ce/site/VerifyView.tsx'
import { useParams } from 'react-router'

export function VerifyPage() {
  const { code } = useParams()
  return (
    <SiteLayout>
      <VerifyView code={code} />
    </SiteLayout>
  )
}
