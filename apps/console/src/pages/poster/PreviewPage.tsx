import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { posterPreviewQuery } from '@ce/client/staff/poster.ts'
import { parseDecimal } from '@ce/contract/decimal'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './Preview.module.css'

const ReadersPage = lazy(async () => ({
  default: (await import('./PublicSitePreview.tsx')).PublicSitePreview,
}))

/** Shows the public page under a bar that marks it as a preview. */
export function PreviewPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const given = parseDecimal(params.get('no'))
  const no = Number.isInteger(given) && given > 0 ? given : undefined
  const query = useQuery(posterPreviewQuery(id, no))
  return (
    <>
      <section className={classes.bar} aria-label="预览">
        <p>
          <strong>预览{no ? `第 ${no} 稿` : '最新稿'}</strong>
          <span>下面就是读者将看到的页面。</span>
        </p>
        {/* A button instead of a link, because the skip link must be the first link. */}
        <Button type="primary" onClick={() => navigate(paths.poster(id))}>
          返回编辑
        </Button>
      </section>
      {query.data ? (
        <Suspense fallback={<Skeleton shape={['title', 'line', 'line', 'card']} />}>
          <ReadersPage poster={query.data} />
        </Suspense>
      ) : (
        <main>
          <h1 className="visually-hidden">预览</h1>
          <QueryContent query={query}>{() => null}</QueryContent>
        </main>
      )}
    </>
  )
}
