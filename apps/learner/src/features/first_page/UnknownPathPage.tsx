import { NotFoundPage } from '@ce/site/pages/NotFoundPage.tsx'
import { sitePaths as paths } from '@ce/site/paths.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Shows the not-found page first and then changes the address (docs/rules/screens.md#routes). */
export function UnknownPathPage() {
  const navigate = useNavigate()
  const address = paths.notFound()
  useEffect(() => {
    void navigate(address, { replace: true })
  }, [navigate, address])
  return <NotFoundPage />
}
