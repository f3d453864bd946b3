import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { callFailureText } from '@ce/client/form-refusal.ts'
import { posterImportPreviewQuery, useSetPosterImportRows } from '@ce/client/staff/poster_import.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Skeleton } from '@ce/ui/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useNavigate, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import preview from '../poster/Preview.module.css'
import classes from './Import.module.css'
import { useImportItemSteps } from './steps.ts'

const ReadersPage = lazy(async () => ({
  default: (await import('../poster/PublicSitePreview.tsx')).PublicSitePreview,
}))

export function ImportPreviewPage() {
  const { id = '', no: given = '' } = useParams()
  const navigate = useNavigate()
  const { no, place, total, previous, next, list } = useImportItemSteps(id, given)
  const query = useQuery(posterImportPreviewQuery(id, no))
  const choose = useSetPosterImportRows()
  const { data: item } = query
  const go = (to: number | undefined) => to !== undefined && navigate(paths.posterImportPreview(id, to))
  const leaveOut = async () => {
    try {
      await choose.mutateAsync({ importId: id, nos: [no], leftOut: !item?.leftOut })
      await query.refetch()
    } catch (error) {
      showNotice({ kind: 'error', title: callFailureText(error) })
    }
  }
  return (
    <>
      <section className={preview.bar} aria-label="预览">
        <p>
          <strong>
            预览{place > 0 && `第 ${place} 篇，共 ${total} 篇`}
            {item?.leftOut && '（不导入）'}
          </strong>
          <span>还没有导入。下面就是访客将看到的页面。</span>
        </p>
        {/* These links are buttons, because the skip link must be the first link of the page. */}
        <span className={classes.bar}>
          <Button disabled={previous === undefined} onClick={() => go(previous)}>
            上一篇
          </Button>
          <Button disabled={next === undefined} onClick={() => go(next)}>
            下一篇
          </Button>
          {item && (
            <Button loading={choose.isPending} onClick={() => void leaveOut()}>
              {item.leftOut ? '恢复导入' : '不导入'}
            </Button>
          )}
          <Button type="primary" onClick={() => navigate(paths.posterImportItem(id, no))}>
            修改
          </Button>
          <Button onClick={() => navigate(list)}>返回列表</Button>
        </span>
      </section>
      {item?.shown ? (
        <Suspense fallback={<Skeleton shape={['title', 'line', 'line', 'card']} />}>
          <ReadersPage poster={item.shown} />
        </Suspense>
      ) : (
        <main className={classes.none}>
          <h1 className="visually-hidden">预览</h1>
          <QueryContent query={query}>
            {() => <p>这一篇还没有栏目。请点“修改”选好栏目，再看访客将看到的页面。</p>}
          </QueryContent>
        </main>
      )}
    </>
  )
}
