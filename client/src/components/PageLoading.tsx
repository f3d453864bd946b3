import { Skeleton } from '@ce/ui/Skeleton.tsx'

export function PageLoading() {
  return (
    <main style={{ maxWidth: 960, margin: '0 auto', padding: 24 }}>
      <h1 className="visually-hidden">请稍候</h1>
      <Skeleton shape={['title', 'line', 'line', 'card']} />
    </main>
  )
}
