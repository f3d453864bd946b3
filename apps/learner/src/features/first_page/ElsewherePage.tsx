import { NotFoundPage } from '@ce/site/pages/NotFoundPage.tsx'
import { sitePaths as paths } from '@ce/site/paths.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/** Any other path goes to not-found (specification §2): the page at once, then its address. */
export function ElsewherePage() {
  const navigate = useNavigate()
  const address = paths.notFound()
  useEffect(() => {
    void navigate(address, { replace: true })
  }, [navigate, address])
  return <NotFoundPage />
}
