import { VerifyView } from '@ce/site/VerifyView.tsx'
import { useParams } from 'react-router'

export function VerifyPage() {
  const { code } = useParams()
  return <VerifyView code={code} />
}
